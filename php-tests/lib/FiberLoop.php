<?php
/*
 * A small loop of plain fibers, whose wait() is a callable for onWait(): it suspends the fiber until a stream is ready or a time
 * is over, and counts its calls. The loop watches streams with stream_select, and knows nothing of locks. Used by the tests of
 * event loops.
 */

declare(strict_types=1);

namespace Tests;

final class FiberLoop
{
    /** The longest sleep of the loop in nanoseconds, which a test does not take for a process that stood still. */
    private const LONGEST_SLEEP = 80_000_000;
    /** The same while there is a condition to be looked at. */
    private const MOMENT = 20_000_000;

    /** So many of the longest pieces are known. */
    private const PIECES = 40;

    /** How often wait() was called, and how often it had a stream. */
    public int $calls = 0;
    public int $streams = 0;
    /**
     * The longest time in seconds between two turns. A wake-up may lie unread for 0.2 s, so a process that stood still for
     * longer may have lost its place to others.
     */
    public float $longestStall = 0;
    /**
     * The longest times in seconds for which one fiber kept the process until it was suspended or ended, the longest one first.
     * The time in which the process waited for a processor is left out.
     *
     * @var list<float>
     */
    public array $longestPieces = [];
    /** @var array<int, array{\Fiber, mixed}> the fibers that go on in the next turn, each with what its suspension returns */
    private array $ready = [];
    /** @var array<int, \Fiber> the suspended ones */
    private array $waiting = [];
    /** @var array<int, resource> the streams of those that wait until they can read, or until they can write */
    private array $reading = [];
    private array $writing = [];
    /**
     * When the waits end in nanoseconds, and the number of each fiber. One that has gone on before its end stays here until then, so
     * a turn costs the same with many fibers as with few.
     *
     * @var \SplMinHeap<array{int, int}>
     */
    private readonly \SplMinHeap $ends;
    private int $number = 0;
    private int $longestSleep = self::LONGEST_SLEEP;

    /** @param bool $measures whether the longest pieces are measured, which costs more than a turn of the loop */
    public function __construct(private readonly bool $measures = true)
    {
        $this->ends = new \SplMinHeap();
    }

    /** Begins a fiber in the next turn. */
    public function start(callable $work): \Fiber
    {
        $fiber = new \Fiber($work);
        $this->ready[++$this->number] = [$fiber, null];

        return $fiber;
    }

    /**
     * Begins a fiber at once, and runs the loop until the condition is true, such as that the fiber stands in a queue. Two
     * fibers whose questions are under way together may come in either order.
     */
    public function startUntil(callable $work, callable $condition): \Fiber
    {
        $fiber = new \Fiber($work);
        $this->keep($fiber, $fiber->start());
        $this->runUntil($condition);

        return $fiber;
    }

    /** What waits instead of the process: the callable for onWait(). @param resource|null $stream */
    public function wait(mixed $stream, float $seconds, bool $writable): ?bool
    {
        $this->calls++;
        $this->streams += $stream === null ? 0 : 1;
        if (\Fiber::getCurrent() === null) {
            return false;
        }
        \Fiber::suspend([$stream, hrtime(true) + (int) ($seconds * 1e9), $writable]);

        return null;
    }

    public function sleep(float $seconds): void
    {
        \Fiber::suspend([null, hrtime(true) + (int) ($seconds * 1e9), false]);
    }

    /** Throws into a suspended fiber. */
    public function throwInto(\Fiber $fiber, \Throwable $thrown): void
    {
        $this->forget($fiber);
        $this->keep($fiber, $fiber->throw($thrown));
    }

    /** Forgets a suspended fiber, which is destroyed with its last reference. */
    public function forget(\Fiber $fiber): void
    {
        $this->ready = array_filter($this->ready, static fn (array $of): bool => $of[0] !== $fiber);
        foreach (array_keys($this->waiting, $fiber, true) as $number) {
            $this->takeOut($number);
        }
    }

    /** Runs all fibers until they have ended. Fails if that takes too long. */
    public function run(float $seconds = 60): void
    {
        $this->runUntil(null, $seconds);
        Check::same([0, 0], [count($this->ready), count($this->waiting)], 'fibers that have not ended');
    }

    /** Runs the fibers until all have ended, or until the condition is true; null: there is none. */
    public function runUntil(?callable $condition, float $seconds = 60): void
    {
        $end = hrtime(true) + (int) ($seconds * 1e9);
        $this->longestSleep = $condition === null ? self::LONGEST_SLEEP : self::MOMENT;
        while (!($condition !== null && $condition()) && ($this->ready !== [] || $this->waiting !== []) && hrtime(true) < $end) {
            $began = hrtime(true);
            $this->turn();
            $this->longestStall = max($this->longestStall, (hrtime(true) - $began) / 1e9);
        }
    }

    private function turn(): void
    {
        $ready = $this->ready;
        $this->ready = [];
        foreach (array_keys($ready) as $number) {
            $this->piece(function () use (&$ready, $number): void {
                [$fiber] = $ready[$number];
                unset($ready[$number]);
                $this->keep($fiber, $fiber->isStarted() ? $fiber->resume() : $fiber->start());
            });
        }
        if ($this->ready === [] && $this->waiting !== []) {
            $this->sleepUntilOneIsDue();
        }
    }

    /** Measures what keeps the process, with the objects that die in it. */
    public function piece(callable $work): void
    {
        if (!$this->measures) {
            $work();

            return;
        }
        $watch = new Stopwatch();
        $work();
        $this->longestPieces[] = $watch->seconds();
        rsort($this->longestPieces);
        array_splice($this->longestPieces, self::PIECES);
    }

    /** @param array{resource|null, int, bool}|null $for what the fiber waits for */
    private function keep(\Fiber $fiber, ?array $for): void
    {
        if ($fiber->isTerminated()) {
            return;
        }
        [$stream, $end, $writable] = $for ?? [null, 0, false];
        $this->waiting[++$this->number] = $fiber;
        $this->ends->insert([$end, $this->number]);
        if ($stream !== null) {
            $writable ? $this->writing[$this->number] = $stream : $this->reading[$this->number] = $stream;
        }
    }

    /** Takes a fiber out of those that are suspended. */
    private function takeOut(int $number): \Fiber
    {
        $fiber = $this->waiting[$number];
        unset($this->waiting[$number], $this->reading[$number], $this->writing[$number]);

        return $fiber;
    }

    private function sleepUntilOneIsDue(): void
    {
        [$read, $write, $except] = [$this->reading, $this->writing, []];
        $left = max(0, min($this->nextEnd() - hrtime(true), $this->longestSleep));
        if ($read === [] && $write === []) {
            usleep(intdiv($left, 1000) + 1);
        } else {
            stream_select($read, $write, $except, 0, intdiv($left, 1000) + 1);
        }
        foreach (array_keys($read + $write) as $number) {
            $this->ready[$number] = [$this->takeOut($number), null];
        }
        $now = hrtime(true);
        while ($this->nextEnd() <= $now) {
            [, $number] = $this->ends->extract();
            $this->ready[$number] = [$this->takeOut($number), null];
        }
        ksort($this->ready);
    }

    /** Returns when the first of the waits ends, behind those that are over. */
    private function nextEnd(): int
    {
        while (!$this->ends->isEmpty() && !isset($this->waiting[$this->ends->top()[1]])) {
            $this->ends->extract();
        }

        return $this->ends->isEmpty() ? PHP_INT_MAX : $this->ends->top()[0];
    }
}
