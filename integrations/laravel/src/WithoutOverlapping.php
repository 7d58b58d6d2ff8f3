<?php
/*
 * Laravel's job middleware of the same name with two things more. Without expireAfter() its lock is renewed while the job runs, so a
 * worker that is killed shuts the key for one lease at most. With block() a job waits in line, and does not go back into the queue.
 * The key is Laravel's, so both middlewares exclude each other. With a cache store of another driver, the lock follows Laravel's
 * rules. Jobs of the application use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Contracts\Cache\Repository;
use Illuminate\Queue\Middleware\WithoutOverlapping as LaravelWithoutOverlapping;
use RedisMutexLockException;

final class WithoutOverlapping extends LaravelWithoutOverlapping
{
    /** For how many seconds a job waits for the lock. A number, because a job carries its middleware through the queue. */
    private int|float $wait = 0;

    /**
     * Lets a job wait in line for so many seconds before it goes back into the queue. 0: it goes back at once.
     *
     * @param int|float $seconds
     * @return $this
     */
    public function block($seconds)
    {
        $this->wait = max(0, Seconds::of($seconds, self::class . '::block(): Argument #1 ($seconds)'));

        return $this;
    }

    /**
     * Sets the key, as the constructor does.
     *
     * @param \UnitEnum|string|int $key
     * @return $this
     */
    public function by($key)
    {
        // Each version has a rule of its own for enums.
        $this->key = (new parent($key))->key;

        return $this;
    }

    /**
     * @param mixed $job
     * @param callable $next
     * @return void
     */
    public function handle($job, $next)
    {
        $container = Container::getInstance();
        $locks = $container->make(JobLocks::class);
        $cache = $container->make(Repository::class);
        $isRenewed = $this->expiresAfter <= 0 && $cache->getStore() instanceof MutexStore;
        $lock = $cache->lock($this->getLockKey($job), $isRenewed ? null : $this->expiresAfter);

        $hasBegun = $hasEnded = false;
        $work = static function () use ($job, $next, &$hasBegun, &$hasEnded): void {
            $hasBegun = true;
            $next($job);
            $hasEnded = true;
        };
        try {
            $locks->during(
                $lock,
                fn (): mixed => $this->wait > 0 ? $lock->block($this->wait, $work) : $lock->get($work),
            );
        } catch (LockTimeoutException $e) {
            // The job may wait for locks of its own.
            if ($hasBegun) {
                throw $e;
            }
        } catch (RedisMutexLockException $e) {
            if (!$hasEnded) {
                throw $e;
            }
            $locks->reportBehindWork($e);
        }
        if (!$hasBegun && $this->releaseAfter !== null) {
            $job->release($this->releaseAfter);
        }
    }
}
