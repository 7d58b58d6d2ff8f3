<?php
/*
 * Until when the clocks of this machine prove a lock with seconds. Two clocks count: one that no administrator sets stands still
 * while the machine sleeps, and the other one may be set. The earlier end is believed. Used by MutexLock.
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

    /** What is proved of a lifetime of so many seconds that is asked for now. The class keeps as much back for the drift of clocks. */
    public static function ofLifetime(int|float $seconds): self
    {
        return new self($seconds * 0.99 - 0.002);
    }

    /** The seconds that are left. Null: none. */
    public function left(): ?float
    {
        $left = min($this->end - hrtime(true) / 1e9, $this->endOfDay - microtime(true));

        return $left > 0 ? $left : null;
    }

    /** The one that ends earlier. */
    public static function shorter(?self $one, self $other): ?self
    {
        return $one === null || $one->left() < $other->left() ? $one : $other;
    }
}
