<?php
/*
 * The time until which the clocks of this machine prove a lock with seconds. Two clocks count, because the one that no
 * administrator sets stands still while the machine sleeps, and the other one may be set. The earlier end is believed.
 * MutexLock uses it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

final class Validity
{
    private readonly float $end;
    private readonly float $endOfDay;

    /** @param int|float $seconds from now on */
    public function __construct(int|float $seconds)
    {
        $this->end = hrtime(true) / 1e9 + $seconds;
        $this->endOfDay = microtime(true) + $seconds;
    }

    /** Returns what is proved of a lifetime that is asked for now, less what the class keeps back for the drift of clocks. */
    public static function ofLifetime(int|float $seconds): self
    {
        return new self($seconds * 0.99 - 0.002);
    }

    /** Returns the seconds that are left. Null: none. */
    public function left(): ?float
    {
        $left = min($this->end - hrtime(true) / 1e9, $this->endOfDay - microtime(true));

        return $left > 0 ? $left : null;
    }

    /** Returns the one that ends earlier. */
    public static function shorter(?self $one, self $other): ?self
    {
        return $one === null || $one->left() < $other->left() ? $one : $other;
    }
}
