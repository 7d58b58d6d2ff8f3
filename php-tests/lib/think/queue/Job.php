<?php
/*
 * Stand-in: a job, whose payload names the class that does the work.
 */

declare(strict_types=1);

namespace think\queue;

use think\App;

abstract class Job
{
    /** @var App */
    protected $app;
    protected $queue;
    protected $deleted = false;
    protected $released = false;
    protected $failed = false;

    abstract public function getJobId();

    abstract public function attempts();

    abstract public function getRawBody();

    public function payload()
    {
        return json_decode($this->getRawBody(), true);
    }

    public function fire()
    {
        $payload = $this->payload();
        $this->app->make($payload['job'], [$payload['data']], true)->fire($this, $payload['data']);
    }

    public function delete()
    {
        $this->deleted = true;
    }

    public function isDeleted()
    {
        return $this->deleted;
    }

    public function release($delay = 0)
    {
        $this->released = true;
    }

    public function isReleased()
    {
        return $this->released;
    }

    public function markAsFailed()
    {
        $this->failed = true;
    }

    public function hasFailed()
    {
        return $this->failed;
    }

    public function getName()
    {
        return $this->payload()['job'];
    }
}
