<?php
/*
 * Stand-in: a suspended fiber, or the main program, which runs the loop while it waits.
 */

declare(strict_types=1);

namespace Revolt\EventLoop;

use Revolt\EventLoop;

final class Suspension
{
    private bool $isPending = false;
    private ?\Throwable $thrown = null;

    public function __construct(private readonly ?\Fiber $fiber)
    {
    }

    public function suspend(): mixed
    {
        $this->isPending = true;
        if ($this->fiber !== null) {
            return \Fiber::suspend();
        }
        EventLoop::runUntil(fn (): bool => !$this->isPending);

        return $this->thrown === null ? null : throw $this->thrown;
    }

    public function resume(mixed $value = null): void
    {
        $this->end(static fn (\Fiber $fiber) => $fiber->resume($value));
    }

    public function throw(\Throwable $throwable): void
    {
        $this->thrown = $throwable;
        $this->end(static fn (\Fiber $fiber) => $fiber->throw($throwable));
    }

    private function end(\Closure $goOn): void
    {
        $this->isPending || throw new \Error('Must call suspend() before calling resume()');
        $this->isPending = false;
        $fiber = $this->fiber;
        $fiber === null || EventLoop::queue(static fn () => $goOn($fiber));
    }
}
