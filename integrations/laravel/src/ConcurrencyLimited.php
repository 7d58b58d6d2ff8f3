<?php
/*
 * A job middleware that lets at most so many jobs of one name work at the same time, on all machines together. Its funnel is that of
 * Cache::funnel() with the same name, so jobs and other code share one limit. With block() a job waits in line, and does not go back
 * into the queue. Jobs of the application use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use DateInterval;
use DateTimeInterface;
use Illuminate\Container\Container;
use Illuminate\Contracts\Cache\Repository;
use RedisMutexLock\Laravel\Limiters\Funnel;
use RedisMutexLockException;

final class ConcurrencyLimited
{
    /** Milliseconds between two looks, where the release wakes nobody, as in Laravel's builder of funnels. */
    private const LOOK = 250;

    private readonly string $name;
    private readonly int $limit;

    /** For how many seconds a job waits in line. A number, because a job may carry its middleware through the queue. */
    private int|float $wait = 0;

    /** After how many seconds a job that did not get in is available again. Null: it is dropped. */
    private DateTimeInterface|DateInterval|int|null $releaseAfter = 0;

    /**
     * @param \UnitEnum|string|int $name
     * @param int $limit how many jobs may work at the same time
     */
    public function __construct($name, $limit)
    {
        $this->name = EnumName::of($name);
        $this->limit = Funnel::limit($limit, self::class . '::__construct(): Argument #2 ($limit)');
    }

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
     * Sets after how many seconds a job that did not get in is available again.
     *
     * @param \DateTimeInterface|\DateInterval|int $releaseAfter
     * @return $this
     */
    public function releaseAfter($releaseAfter)
    {
        $this->releaseAfter = $releaseAfter;

        return $this;
    }

    /**
     * Drops a job that did not get in.
     *
     * @return $this
     */
    public function dontRelease()
    {
        $this->releaseAfter = null;

        return $this;
    }

    /**
     * @param mixed $job
     * @param Closure $next
     * @return void
     */
    public function handle($job, $next)
    {
        $container = Container::getInstance();
        $locks = $container->make(JobLocks::class);
        $funnel = Funnel::in($container->make(Repository::class), $this->name);
        $hasEnded = false;
        $work = static function () use ($job, $next, &$hasEnded): void {
            $next($job);
            $hasEnded = true;
        };
        $goBack = function () use ($job): void {
            if ($this->releaseAfter !== null) {
                $job->release($this->releaseAfter);
            }
        };
        try {
            $locks->during($funnel, fn (): mixed => $funnel->run($this->limit, $this->wait, 0, self::LOOK, $work, $goBack));
        } catch (RedisMutexLockException $e) {
            if (!$hasEnded) {
                throw $e;
            }
            $locks->reportBehindWork($e);
        }
    }
}
