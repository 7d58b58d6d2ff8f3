<?php
/*
 * The seconds that an application gives to a lock: which numbers are seconds at all, and how long the lock lives then. All locks of
 * this package use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use RedisMutexLock\Laravel\Console\Cell;
use ValueError;

final class Seconds
{
    /** The longest lifetime in seconds, which is also what Laravel's "no expiry" means here. */
    public const YEAR = 31_536_000;
    /** The shortest lifetime of a lock, in seconds. */
    public const SHORTEST = 0.01;

    /**
     * Returns the number of seconds that was given.
     *
     * @param string $argument for the message, as "MutexStore::lock(): Argument #2 ($seconds)"
     * @throws ValueError if it is no number of seconds
     */
    public static function of(mixed $given, string $argument): int|float
    {
        if (is_numeric($given) && is_finite((float) $given)) {
            return $given + 0;
        }
        throw new ValueError("$argument must be a finite number of seconds, got " . match (true) {
            is_string($given) => Cell::quoted($given),
            is_float($given) => var_export($given, true),
            default => get_debug_type($given),
        });
    }

    /** Returns the lifetime of a lock in Redis, where Laravel takes 0 and less for "no expiry". */
    public static function lifetime(int|float $seconds): int|float
    {
        return $seconds > 0 ? min(max($seconds, self::SHORTEST), self::YEAR) : self::YEAR;
    }

    /** Returns the lifetime for Laravel's own lock in whole seconds: that lock would cut half a second to 0, which never ends. */
    public static function whole(int|float $seconds): int
    {
        return $seconds > 0 ? (int) ceil(min($seconds, self::YEAR)) : 0;
    }
}
