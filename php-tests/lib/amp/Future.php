<?php
/*
 * Stand-in: what a fiber of async() returns or throws. AMPHP has complete() and error() in a DeferredFuture.
 */

declare(strict_types=1);

namespace Amp;

use Revolt\EventLoop;
use Revolt\EventLoop\Suspension;

final class Future
{
    private ?\Closure $outcome = null;
    private ?Suspension $awaiting = null;

    public function complete(mixed $result): void
    {
        $this->ends(static fn (): mixed => $result);
    }

    public function error(\Throwable $thrown): void
    {
        $this->ends(static fn (): mixed => throw $thrown);
    }

    public function isComplete(): bool
    {
        return $this->outcome !== null;
    }

    public function await(): mixed
    {
        if ($this->outcome === null) {
            $this->awaiting = EventLoop::getSuspension();
            $this->awaiting->suspend();
        }

        return ($this->outcome)();
    }

    private function ends(\Closure $outcome): void
    {
        $this->outcome = $outcome;
        $this->awaiting?->resume();
    }
}
