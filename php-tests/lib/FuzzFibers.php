<?php
/*
 * Fibers that a deed has suspended during a call. Later each fiber is resumed, gets an exception, or is dropped, which
 * ends it where it stands. Used by FuzzCalls, FuzzDeeds and FuzzPlay.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzFibers
{
    private const MOST = 5;

    /** @var list<\Fiber> */
    private array $waiting = [];

    public function __construct(private readonly FuzzWorld $world)
    {
    }

    public function run(\Closure $work): void
    {
        $this->enter(new \Fiber($work), static fn (\Fiber $fiber) => $fiber->start());
    }

    /** Resumes, ends or drops a suspended fiber. */
    public function next(): void
    {
        $random = $this->world->random;
        if ($this->waiting === []) {
            return;
        }
        [$fiber] = array_splice($this->waiting, $random->below(count($this->waiting)), 1);
        $this->world->report->call('(a fiber goes on)');
        match ($random->below(4)) {
            0 => $this->end($fiber),
            1 => $this->enter($fiber, static fn (\Fiber $fiber) => $fiber->throw(new FuzzThrow('into a fiber'))),
            default => $this->enter($fiber, static fn (\Fiber $fiber) => $fiber->resume()),
        };
    }

    /** A deed calls this. */
    public function suspend(): void
    {
        if (\Fiber::getCurrent() !== null && !$this->world->context->solid) {
            $then = $this->world->context->now();
            try {
                \Fiber::suspend();
            } finally {
                $this->world->context->back($then);
            }
        }
    }

    public function drop(): void
    {
        while ($this->waiting !== []) {
            $fiber = array_pop($this->waiting);
            $this->end($fiber);
        }
    }

    private function enter(\Fiber $fiber, \Closure $how): void
    {
        $then = $this->world->context->now();
        try {
            $how($fiber);
        } catch (\Throwable $thrown) {
            // The calls of the fiber are judged inside it.
            $this->world->rules->thrown('(a fiber)', null, $thrown);
        } finally {
            $this->world->context->back($then);
        }
        if ($fiber->isSuspended()) {
            $this->waiting[] = $fiber;
            if (count($this->waiting) > self::MOST) {
                $oldest = array_shift($this->waiting);
                $this->end($oldest);
            }
        }
    }

    /** The caller has the last reference to it, and drops it next. */
    private function end(\Fiber &$fiber): void
    {
        $then = $this->world->context->now();
        try {
            $this->world->context->drops = true;
            $fiber = null;
        } catch (\Throwable $thrown) {
            $this->world->rules->thrown('(the end of a fiber)', null, $thrown);
        } finally {
            $this->world->context->back($then);
        }
    }
}
