<?php
/*
 * Stand-in: does the jobs of a queue, one after another.
 */

declare(strict_types=1);

namespace think\queue;

use think\Event;
use think\queue\event\JobExceptionOccurred;
use think\queue\event\JobProcessed;

class Worker
{
    public function __construct(private readonly Event $event)
    {
    }

    public function process($connection, $job)
    {
        try {
            $job->fire();
            $this->event->trigger(new JobProcessed($connection, $job));
        } catch (\Throwable $thrown) {
            $this->event->trigger(new JobExceptionOccurred($connection, $job, $thrown));
            throw $thrown;
        }
    }
}
