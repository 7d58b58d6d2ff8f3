<?php
/*
 * A job of the tests. It tells the test its id when a queue worker handles it. Then it does what the test wants. It needs
 * say() and hear(), so a process of Worker handles it. LaravelQueue starts such a process.
 */

declare(strict_types=1);

namespace Tests;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Queue\Middleware\WithoutOverlapping;
use RedisMutexLock\Laravel\ConcurrencyLimited;

class LaravelJob implements ShouldQueue
{
    use Dispatchable;
    use InteractsWithQueue;
    use Queueable;

    /**
     * @param string $does `waits` for a line, `throws`, or PHP code that finds the job in $this
     * @param WithoutOverlapping|ConcurrencyLimited|null $overlap the job's middleware
     */
    public function __construct(
        public readonly string $id,
        private readonly string $does = '',
        private readonly WithoutOverlapping|ConcurrencyLimited|null $overlap = null,
    ) {
    }

    /** @return list<object> */
    public function middleware(): array
    {
        return $this->overlap === null ? [] : [$this->overlap];
    }

    public function handle(): void
    {
        say("handles $this->id");
        match ($this->does) {
            'waits' => hear(),
            'throws' => throw new \DomainException("the job $this->id fails"),
            default => eval($this->does),
        };
    }
}
