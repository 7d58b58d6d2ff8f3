<?php
/*
 * Measures the CPU time of some work, and checks that it grows no faster than the work. A busy machine changes the CPU
 * time only little. Used by the tests of many locks and objects.
 */

declare(strict_types=1);

namespace Tests;

final class Cost
{
    /** The second measurement has this many times as much to do. */
    public const TIMES = 8;
    /** A linear cost is 8 times as high then, a quadratic cost 64 times. This is the (geometric) middle. */
    private const MOST = 22;
    /** Seconds of noise: other processes on the machine make all work a little more expensive. */
    private const LEAST = 0.1;

    /** Seconds of CPU of $work, in PHP, in the kernel and in other threads. */
    public static function of(callable $work): float
    {
        $before = self::spent();
        $work();

        return self::spent() - $before;
    }

    /**
     * Seconds of CPU of the death of an object that has so many locks. A death may take half a second. On a busy machine
     * this may be too short to release all of them: then the object has closed its connection, which still owes replies.
     * The cost of the released locks is scaled up to all locks.
     *
     * @param callable(): int $left how many locks are not released
     */
    public static function ofDeath(callable $death, callable $left, int $locks): float
    {
        $descriptors = static fn (): int => count(scandir('/proc/self/fd'));
        $open = $descriptors();
        $cost = self::of($death);
        $wasCutShort = $descriptors() < $open;
        $released = $locks - $left();
        Check::true($released === $locks || $wasCutShort, "a whole death released $released of $locks");

        return $cost * $locks / max(1, $released);
    }

    /** Seconds of CPU that this process has used so far; with `$children` those of its children that have ended. */
    public static function spent(bool $children = false): float
    {
        $usage = getrusage($children ? 1 : 0);

        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
            + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
    }

    /**
     * Fails if the cost of any work grew faster than the work.
     *
     * @param array<string, float> $few seconds of each work, by its name
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
