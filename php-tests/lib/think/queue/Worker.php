<?php
/*
 * Stand-in: does the jobs of a queue, one after another. A job that throws goes back into the queue.
 */

declare(strict_types=1);

namespace think\queue;

use think\Event;
use think\Queue;
use think\queue\event\JobExceptionOccurred;
use think\queue\event\JobProcessed;
use think\queue\event\JobProcessing;
use think\queue\event\WorkerStopping;

class Worker
{
    public function __construct(private readonly Queue $queue, private readonly Event $event)
    {
    }

    public function runNextJob($connection, $queue, $delay = 0, $sleep = 3, $maxTries = 0)
    {
        $job = $this->queue->connection($connection)->pop($queue);
        if ($job === null) {
            usleep((int) ($sleep * 1e6));

            return;
        }
        try {
            $this->process($connection, $job, $maxTries, $delay);
        } catch (\Throwable) {
            // The real one reports it.
        }
    }

    public function process($connection, $job, $maxTries = 0, $delay = 0)
    {
        try {
            $this->event->trigger(new JobProcessing($connection, $job));
            $job->fire();
            $this->event->trigger(new JobProcessed($connection, $job));
        } catch (\Throwable $thrown) {
            $this->event->trigger(new JobExceptionOccurred($connection, $job, $thrown));
            if (!$job->isDeleted() && !$job->isReleased() && !$job->hasFailed()) {
                $job->release($delay);
            }
            throw $thrown;
        }
    }

    /** What the worker does when a job takes longer than its `--timeout`. */
    public function kill($status = 0)
    {
        $this->event->trigger(new WorkerStopping($status));
        posix_kill(getmypid(), SIGKILL);
    }
}
