<?php
/*
 * The locks of the jobs that this process handles now. A worker whose job takes too long kills itself, and no code of the job runs
 * then, so these locks are released just before. A lock that is not of this list is never touched. The job middlewares add theirs,
 * and MutexServiceProvider releases them at the event JobTimedOut.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\Lock;
use Illuminate\Contracts\Debug\ExceptionHandler;
use RedisMutexLock\Laravel\Limiters\Funnel;
use RedisMutexLockException;
use Throwable;

final class JobLocks
{
    /** @var list<Lock|Funnel> the innermost job last, because a job may dispatch another one on the connection sync */
    private array $locks = [];

    /**
     * Calls $work while the lock is in the list. It is there before it is acquired, because the signal may come just after that.
     *
     * @param Closure(): mixed $work
     */
    public function during(Lock|Funnel $lock, Closure $work): void
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

    /**
     * Reports what happened to the lock of a job whose work is done: it was lost, or its Redis does not answer to the release. An
     * exception would bring the job back into the queue, and its work would be done twice.
     */
    public function reportBehindWork(RedisMutexLockException $e): void
    {
        try {
            Container::getInstance()->make(ExceptionHandler::class)->report($e);
        } catch (Throwable) {
            // A log that cannot be written must not repeat the work either.
        }
    }
}
