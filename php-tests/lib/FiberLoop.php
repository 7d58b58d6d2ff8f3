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
    /** @var array<int, array{\Fiber, resource|null, int, bool}> the suspended ones: stream, end in nanoseconds, writable */
    private array $waiting = [];
    private int $number = 0;
    private int $longestSleep = self::LONGEST_SLEEP;

    /** @param bool $measures whether the longest pieces are measured, which costs more than a turn of the loop */
    public function __construct(private readonly bool $measures = true)
    {
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
        $others = static fn (array $of): bool => $of[0] !== $fiber;
        $this->ready = array_filter($this->ready, $others);
        $this->waiting = array_filter($this->waiting, $others);
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
        if (!$fiber->isTerminated()) {
            $this->waiting[++$this->number] = [$fiber, ...($for ?? [null, 0, false])];
        }
    }

    private function sleepUntilOneIsDue(): void
    {
        $read = $write = $except = [];
        foreach ($this->waiting as $number => [, $stream, , $writable]) {
            if ($stream !== null) {
                $writable ? $write[$number] = $stream : $read[$number] = $stream;
            }
        }
        $left = max(0, min(min(array_column($this->waiting, 2)) - hrtime(true), $this->longestSleep));
        if ($read === [] && $write === []) {
            usleep(intdiv($left, 1000) + 1);
        } else {
            stream_select($read, $write, $except, 0, intdiv($left, 1000) + 1);
        }
        $now = hrtime(true);
        foreach ($this->waiting as $number => [$fiber, , $end]) {
            if (isset($read[$number]) || isset($write[$number]) || $end <= $now) {
                unset($this->waiting[$number]);
                $this->ready[$number] = [$fiber, null];
            }
        }
    }
}
