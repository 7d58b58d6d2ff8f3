<?php
/*
 * What RedisMutexLock::stats() says of a piece of code. Used by the tests of the counters.
 */

declare(strict_types=1);

namespace Tests;

final class Stats
{
    /**
     * Calls $f and returns the counters that it moved, waited_seconds aside, which no test can foretell.
     *
     * @return array<string, int>
     */
    public static function moved(callable $f): array
    {
        $before = \RedisMutexLock::stats();
        $f();
        $moved = [];
        foreach (\RedisMutexLock::stats() as $key => $value) {
            if ($key !== 'waited_seconds' && $value !== $before[$key]) {
                $moved[$key] = $value - $before[$key];
            }
        }

        return $moved;
    }
}
