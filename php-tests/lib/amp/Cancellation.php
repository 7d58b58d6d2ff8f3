<?php
/*
 * Stand-in: what a wait asks that may be cancelled. As in AMPHP it throws into no fiber by itself.
 */

declare(strict_types=1);

namespace Amp;

class Cancellation
{
    /** @var array<int, \Closure> */
    private array $callbacks = [];
    private ?CancelledException $exception = null;
    private int $number = 0;

    public function subscribe(\Closure $callback): string
    {
        $this->callbacks[++$this->number] = $callback;

        return (string) $this->number;
    }

    public function unsubscribe(string $id): void
    {
        unset($this->callbacks[(int) $id]);
    }

    public function throwIfRequested(): void
    {
        $this->exception === null || throw $this->exception;
    }

    protected function request(?\Throwable $previous): void
    {
        $exception = $this->exception ??= new CancelledException($previous);
        foreach ($this->callbacks as $callback) {
            \Revolt\EventLoop::queue(static fn () => $callback($exception));
        }
        $this->callbacks = [];
    }
}
