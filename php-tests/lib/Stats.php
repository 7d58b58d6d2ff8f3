<?php
/*
 * Which counters of RedisMutexLock::stats() some code moves. Used by the tests of the counters.
 */

declare(strict_types=1);

namespace Tests;

final class Stats
{
    /**
     * Calls $f and returns the counters that it moved. waited_seconds and wait_buckets are left out: no test can foretell them.
     *
     * @return array<string, int>
     */
    public static function moved(callable $f): array
    {
        $before = \RedisMutexLock::stats();
        $f();
        $moved = [];
        foreach (\RedisMutexLock::stats() as $key => $value) {
            if (!in_array($key, ['waited_seconds', 'wait_buckets', 'since'], true) && $value !== $before[$key]) {
                $moved[$key] = $value - $before[$key];
            }
        }

        return $moved;
    }

    /** The sum of all counters: 0 in a process that has done nothing. */
    public static function sum(array $stats): float
    {
        $waits = array_sum($stats['wait_buckets']);
        unset($stats['wait_buckets'], $stats['since']);

        return (float) array_sum($stats) + $waits;
    }
}
