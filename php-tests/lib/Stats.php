<?php
/*
 * Which counters of RedisMutexLock::stats() some code moves. Used by the tests of the counters.
 */

declare(strict_types=1);

namespace Tests;

final class Stats
{
    /**
     * Calls $f and returns the counters that it moved. waited_seconds is left out: no test can foretell it.
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
