<?php
/*
 * A moment of the monotonic clock at which a wait gives up. Every wait in this folder uses one: no wait is endless, and
 * none looks at the wall clock, which some tests change.
 */

declare(strict_types=1);

namespace Tests;

final class Deadline
{
    private function __construct(private readonly int $at)
    {
    }

    public static function in(float $seconds): self
    {
        return new self(hrtime(true) + (int) ($seconds * 1e9));
    }

    public function passed(): bool
    {
        return hrtime(true) >= $this->at;
    }

    /** Seconds left, never negative. */
    public function left(): float
    {
        return max(0.0, ($this->at - hrtime(true)) / 1e9);
    }

    /**
     * Sleeps until the stream has something to read, or until the deadline. Signals do not end the sleep.
     *
     * @param resource $stream
     */
    public function readable($stream): bool
    {
        do {
            $read = [$stream];
            $none = null;
            // A signal ends select with a warning and false. Then the loop goes on.
            $ready = @stream_select($read, $none, $none, 0, (int) (min($this->left(), 0.2) * 1e6));
            if ($ready > 0) {
                return true;
            }
        } while (!$this->passed());

        return false;
    }
}
