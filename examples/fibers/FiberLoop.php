<?php

declare(strict_types=1);

/** A loop of plain fibers, as a framework has one. It resumes a fiber when its stream is ready or its time is over. */
final class FiberLoop
{
    /** @var array<int, array{Fiber, array{resource|null, bool, float}}> */
    private array $waiting = [];
    private int $number = 0;

    public function start(callable $work): void
    {
        $fiber = new Fiber($work);
        $this->keep($fiber, $fiber->start());
    }

    /** The callable for RedisMutexLock::onWait(). @param resource|null $stream */
    public function wait(mixed $stream, float $seconds, bool $writable): ?bool
    {
        if (Fiber::getCurrent() === null) {
            return false;
        }
        Fiber::suspend([$stream, $writable, microtime(true) + $seconds]);

        return null;
    }

    public function sleep(float $seconds): void
    {
        $this->wait(null, $seconds, false);
    }

    public function run(): void
    {
        while ($this->waiting !== []) {
            $read = $write = $except = [];
            foreach ($this->waiting as $number => [, [$stream, $writable]]) {
                if ($stream !== null) {
                    $writable ? $write[$number] = $stream : $read[$number] = $stream;
                }
            }
            $ends = array_column(array_column($this->waiting, 1), 2);
            $micros = (int) (max(0, min($ends) - microtime(true)) * 1e6);
            $read === [] && $write === []
                ? usleep($micros)
                : stream_select($read, $write, $except, intdiv($micros, 1_000_000), $micros % 1_000_000);
            foreach ($this->waiting as $number => [$fiber, [, , $end]]) {
                if (isset($read[$number]) || isset($write[$number]) || $end <= microtime(true)) {
                    unset($this->waiting[$number]);
                    $this->keep($fiber, $fiber->resume());
                }
            }
        }
    }

    /** @param array{resource|null, bool, float}|null $for what the fiber waits for */
    private function keep(Fiber $fiber, ?array $for): void
    {
        if (!$fiber->isTerminated()) {
            $this->waiting[++$this->number] = [$fiber, $for ?? [null, false, 0.0]];
        }
    }
}
