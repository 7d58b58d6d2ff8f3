<?php
/*
 * Stand-in: one delivery of a job of a queue in Redis.
 */

declare(strict_types=1);

namespace think\queue\job;

use think\App;
use think\queue\connector\Redis as Connector;
use think\queue\Job;

class Redis extends Job
{
    public function __construct(
        App $app,
        private readonly Connector $redis,
        private readonly string $job,
        private readonly string $reserved,
        $connection,
        $queue,
    ) {
        $this->app = $app;
        $this->queue = $queue;
    }

    public function getJobId()
    {
        return $this->payload()['id'];
    }

    public function attempts()
    {
        return $this->payload()['attempts'] + 1;
    }

    public function getRawBody()
    {
        return $this->job;
    }

    public function getReservedJob(): string
    {
        return $this->reserved;
    }

    public function delete()
    {
        parent::delete();
        $this->redis->deleteReserved($this->queue, $this);
    }

    public function release($delay = 0)
    {
        parent::release($delay);
        $this->redis->deleteAndRelease($this->queue, $this, (int) $delay);
    }
}
