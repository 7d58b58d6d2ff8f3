<?php
/*
 * What both builders of Cache::funnel() have in common: the methods of Laravel's own builder over a Funnel. Each of them checks what
 * it is given at once. CacheFunnelBuilder and RedisFunnelBuilder use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Limiters;

use Exception;
use Illuminate\Cache\Repository;
use InvalidArgumentException;
use RedisMutexLock\Laravel\Console\Cell;
use RedisMutexLock\Laravel\Seconds;
use RedisMutexLockTimeoutException;

trait BuildsFunnel
{
    // Names and defaults are those of Laravel's builders, of which the older ones do not have the last of them.

    /** @var Repository */
    public $connection;

    /** @var string */
    public $name;

    /** @var int|null */
    public $maxLocks;

    /** @var int */
    public $releaseAfter = 60;

    /** @var int|float */
    public $timeout = 3;

    /** @var int|float in milliseconds */
    public $sleep = 250;

    public function __construct(Repository $connection, string $name)
    {
        $this->connection = $connection;
        $this->name = $name;
    }

    /**
     * Sets how many processes may be in the funnel at the same time.
     *
     * @param int $maxLocks
     * @return $this
     */
    public function limit($maxLocks)
    {
        $this->maxLocks = Funnel::limit($maxLocks, 'funnel()->limit(): Argument #1 ($maxLocks)');

        return $this;
    }

    /**
     * Sets for how many seconds a process waits in line. 0: one attempt.
     *
     * @param int|float $timeout
     * @return $this
     */
    public function block($timeout)
    {
        $this->timeout = Seconds::of($timeout ?? 0, 'funnel()->block(): Argument #1 ($timeout)');

        return $this;
    }

    /**
     * Sets the milliseconds between two looks, where the release wakes nobody.
     *
     * @param int|float $sleep
     * @return $this
     */
    public function sleep($sleep)
    {
        $this->sleep = $sleep;

        return $this;
    }

    /**
     * Returns the result of the callback, or that of $failure if the funnel was full for all of the wait.
     *
     * @param callable $callback
     * @param callable|null $failure
     * @return mixed
     */
    public function then(callable $callback, ?callable $failure = null)
    {
        if ($this->maxLocks === null) {
            throw new InvalidArgumentException('funnel(' . Cell::quoted($this->name) . ') has no limit: call limit() before then().');
        }
        $timeout = self::timeoutException();
        $full = 'The funnel ' . Cell::quoted($this->name) . " admits $this->maxLocks at a time, and was full for $this->timeout seconds.";
        try {
            return Funnel::in($this->connection, $this->name)->run(
                $this->maxLocks,
                $this->timeout,
                $this->releaseAfter,
                $this->sleep,
                $callback(...),
                static fn (RedisMutexLockTimeoutException $late) => throw new $timeout($full, 0, $late),
            );
        } catch (Exception $e) {
            // As with Laravel's own builder, the callback may throw it too, for a funnel of its own.
            if ($failure !== null && $e instanceof $timeout) {
                return $failure($e);
            }
            throw $e;
        }
    }

    /** @return class-string<Exception> what this version of Laravel throws if a funnel is full */
    abstract private static function timeoutException(): string;
}
