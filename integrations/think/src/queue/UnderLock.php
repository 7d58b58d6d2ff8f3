<?php
/*
 * For a job of think-queue that may take longer than `retry_after`, after which the queue delivers it a second time. The trait
 * gives the job underLock(), which does the work of a delivery under a lock. Job classes of an application use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\queue;

use think\Container;
use think\queue\Job;

trait UnderLock
{
    /**
     * Does the work under a renewed lock, and deletes the job afterwards. If the work is done by another delivery of the job, it
     * is not repeated. A job whose lock is held goes back into the queue.
     *
     * @param string $name of the lock: two jobs with one name never work at the same time
     * @param callable(\RedisMutexLock): mixed $work gets the object that holds the lock
     * @param int|float $wait seconds to wait for the lock, and 0: the job goes back at once
     * @param int $releaseAfter seconds after which a job that went back is delivered again
     * @param int $remember seconds for which a second delivery learns that the work is done, up to a year, and 0: not at all
     * @return bool false: the lock was held, so the work comes later
     * @throws \ValueError before the work, if $remember is negative or more than a year
     */
    protected function underLock(
        Job $job,
        string $name,
        callable $work,
        int|float $wait = 0,
        int $releaseAfter = 10,
        int $remember = 3600,
    ): bool {
        return Container::getInstance()->make(Delivery::class)->underLock($job, $name, $work, $wait, $releaseAfter, $remember);
    }
}
