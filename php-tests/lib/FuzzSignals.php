<?php
/*
 * Signals during the calls: the neighbour sends one every few milliseconds, and deeds send some too. In a call that may
 * wait without end, the handler throws. In other calls it does a deed. Used by FuzzPlay, FuzzDeeds.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzSignals
{
    /** Ignores both signals, so that they do no harm before the handlers exist and after that. */
    public const FROM_OUTSIDE = SIGURG;
    private const FROM_INSIDE = SIGWINCH;

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    public function begin(): void
    {
        pcntl_async_signals(true);
        pcntl_signal(self::FROM_OUTSIDE, fn () => $this->served(often: false));
        pcntl_signal(self::FROM_INSIDE, fn () => $this->served(often: true));
    }

    /** Sends a signal to this process in a moment. */
    public function raise(): void
    {
        posix_kill(getmypid(), self::FROM_INSIDE);
    }

    private function served(bool $often): void
    {
        $context = $this->world->context;
        // One function lies in between: the handler that PHP has called.
        $isInMethod = FuzzContext::isInMethod(2);
        if ($context->armed === FuzzContext::THROW && $isInMethod) {
            $context->armed = FuzzContext::NONE;
            throw new FuzzThrow('of a handler');
        }
        if ($context->armed === FuzzContext::DEED && ($often || $this->world->random->below(4) === 0)) {
            $this->world->deeds->happen(solid: true, interrupts: !$isInMethod);
        }
    }
}
