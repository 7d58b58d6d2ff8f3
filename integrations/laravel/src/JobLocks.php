<?php
/*
 * The locks of the jobs that this process handles now. A worker whose job takes too long kills itself, and no code of the job runs
 * then, so these locks are released just before. A lock that is not of this list is never touched. WithoutOverlapping adds its lock,
 * and MutexServiceProvider releases them at the event JobTimedOut.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use Illuminate\Contracts\Cache\Lock;
use Throwable;

final class JobLocks
{
    /** @var list<Lock> the innermost job last, because a job may dispatch another one on the connection sync */
    private array $locks = [];

    /**
     * Calls $work while the lock is in the list. It is there before it is acquired, because the signal may come just after that.
     *
     * @param Closure(): mixed $work
     */
    public function during(Lock $lock, Closure $work): void
    {
        $this->locks[] = $lock;
        try {
            $work();
        } finally {
            array_pop($this->locks);
        }
    }

    /** Releases the locks, of which one that this process does not hold stays as it is. */
    public function release(): void
    {
        foreach (array_reverse($this->locks) as $lock) {
            try {
                $lock->release();
            } catch (Throwable) {
                // An exception would go on in the job, and the worker would not kill itself. This lock ends by itself.
            }
        }
    }
}
