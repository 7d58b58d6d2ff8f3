<?php
/*
 * What work costs in CPU, which a busy machine changes little, and whether that grows no faster than the work.
 * Used by the tests of many locks and objects.
 */

declare(strict_types=1);

namespace Tests;

final class Cost
{
    /** How much more there is to do the second time. */
    public const TIMES = 8;
    /** What grows with the work costs 8 times as much then, what grows with its square 64 times: the middle of both. */
    private const MOST = 22;
    /** So much is noise: another process on the machine makes every second dearer. */
    private const LEAST = 0.1;

    /** Seconds of CPU, with those in the kernel and those of other threads. */
    public static function of(callable $work): float
    {
        $before = self::spent();
        $work();

        return self::spent() - $before;
    }

    /** Seconds of CPU that this process has spent so far, or with `$children` those of it that have ended. */
    public static function spent(bool $children = false): float
    {
        $usage = getrusage($children ? 1 : 0);

        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
            + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
    }

    /**
     * Fails if any of the works has cost more than its share, when there was so much more to do.
     *
     * @param array<string, float> $few seconds by the name of a work
     * @param array<string, float> $many the same names
     */
    public static function isLinear(array $few, array $many, string $what): void
    {
        $wrong = [];
        foreach ($many as $work => $seconds) {
            if ($seconds > self::LEAST + self::MOST * $few[$work]) {
                $wrong[] = sprintf('%s: %.3f s, then %.3f s for %d times as much', $work, $few[$work], $seconds, self::TIMES);
            }
        }
        Check::same([], $wrong, $what);
    }
}
