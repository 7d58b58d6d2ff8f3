<?php
/*
 * Fibers that a deed has suspended in the midst of a call. Later each is resumed, thrown into, or dropped, which
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

    /** One that waits goes on in some way. */
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

    /** To be called by a deed. */
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
            // Its calls are judged inside.
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

    /** The last reference to it is the caller's, which forgets it next. */
    private function end(\Fiber &$fiber): void
    {
        $then = $this->world->context->now();
        try {
            $fiber = null;
        } catch (\Throwable $thrown) {
            $this->world->rules->thrown('(the end of a fiber)', null, $thrown);
        } finally {
            $this->world->context->back($then);
        }
    }
}
