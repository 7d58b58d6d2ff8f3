<?php
/*
 * One delivery of a job of think-queue, whose work is done under a lock. The queue may deliver a job again while its work goes on
 * or after its end, so the work that is done leaves a mark for deliveries that come later. The trait UnderLock uses this class.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\queue;

use RedisMutexLock;
use RedisMutexLock\Think\Lock;
use RedisMutexLockException;
use RedisMutexLockLostException;
use RedisMutexLockTimeoutException;
use think\App;
use think\queue\Job;
use think\queue\job\Database;
use think\queue\job\Sync;
use ValueError;

final class Delivery
{
    /** The prefix of a mark, which is a lock that nobody releases. */
    private const MARK = 'done:';
    /** The longest lifetime of a lock, in seconds. */
    private const YEAR = 31_536_000;
    /** The `retry_after` of think-queue, in seconds, of a connection that has none. */
    private const RETRY_AFTER = 60;

    /** When the worker began the delivery, in nanoseconds. Null: nobody has said so. */
    private int|float|null $began = null;

    public function __construct(private readonly App $app)
    {
    }

    /** Says that a delivery begins, because the time of the queue runs before its job asks for the lock. */
    public function begin(): void
    {
        $this->began = hrtime(true);
    }

    /**
     * @param callable(RedisMutexLock): mixed $work
     * @return bool false: the lock was held, so the work comes later
     */
    public function underLock(Job $job, string $name, callable $work, int|float $wait, int $releaseAfter, int $remember): bool
    {
        // After the work, an exception of the mark would bring back a job that is done.
        if ($remember < 0 || $remember > self::YEAR) {
            throw new ValueError(sprintf('underLock(): $remember must be a number of seconds from 0 to %d, %d given', self::YEAR, $remember));
        }
        $began = $this->began ?? hrtime(true);
        $lock = $this->app->make(Lock::class)->native();
        $hasBegun = false;
        $isDone = false;
        try {
            $lock->synchronized($name, function () use ($lock, $job, $work, $began, $remember, &$hasBegun, &$isDone): void {
                $hasBegun = true;
                // The first delivery looks too, because a worker that halts for a while asks for the lock after a later one. The
                // mark of a job that is deleted already is this delivery's own, from an earlier call.
                if ($job->getJobId() !== '' && !$job->isDeleted() && $lock->isLocked(self::mark($job))) {
                    $isDone = true;

                    return;
                }
                $work($lock);
                $isDone = true;
                if ($remember > 0 && !$job->isReleased() && !$job->hasFailed() && $this->mayComeAgain($job, $began)) {
                    $this->leaveMark($lock, self::mark($job), $remember);
                }
            }, $wait);
        } catch (RedisMutexLockTimeoutException $held) {
            // An exception of the work is its own matter, and a sync job has no queue that it could go back into.
            if ($hasBegun || $job instanceof Sync) {
                throw $held;
            }
            // In the table of jobs a released job is a new row, which has no mark. As a reserved row it comes again by itself.
            if (!$job instanceof Database) {
                $job->release($releaseAfter);
            }

            return false;
        } catch (RedisMutexLockLostException $lost) {
            // A lock inside the work is its own matter.
            if (!$isDone) {
                throw $lost;
            }
            // With an exception, the worker would put the job back and repeat what is done.
            $this->app->log->warning("The lock [$name] was lost while job {$job->getName()} worked: {$lost->getMessage()}");
        }
        if (!$job->isDeleted() && !$job->isReleased()) {
            $job->delete();
        }

        return true;
    }

    /** Returns whether the queue may have another delivery of the job, now or later. If not, there is no need of a mark. */
    private function mayComeAgain(Job $job, int|float $began): bool
    {
        // Not each version of think-queue names the connection of a job, so the shortest time of all of them counts.
        $retryAfter = array_map(
            static fn (array $connection): float => (float) ($connection['type'] === 'sync' ? INF : $connection['retry_after'] ?? self::RETRY_AFTER),
            $this->app->config->get('queue.connections', []),
        );

        // The queue counts whole seconds, from a moment before this delivery began.
        return $job->getJobId() !== '' && ($job->attempts() > 1 || (hrtime(true) - $began) / 1e9 >= min([INF, ...array_values($retryAfter)]) / 2 - 1);
    }

    private function leaveMark(RedisMutexLock $lock, string $mark, int $remember): void
    {
        try {
            $lock->lock($mark, 0, $remember);
            $lock->detach($mark);
        } catch (RedisMutexLockException $unavailable) {
            // The work is done, so an exception would only repeat it.
            $this->app->log->warning("A second delivery of a job would repeat it: {$unavailable->getMessage()}");
        }
    }

    /** Returns the name of the mark, which is the same for all deliveries of a job, and another one for each other job. */
    private static function mark(Job $job): string
    {
        // A table may give the id of a deleted row again, and two tables have the same ids.
        $payload = array_diff_key($job->payload(), ['attempts' => 0]);

        return self::MARK . hash('sha256', $job->getJobId() . "\0" . json_encode($payload));
    }
}
