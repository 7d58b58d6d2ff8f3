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

    abstract public function getJobId();

    abstract public function attempts();

    abstract public function getRawBody();

    public function fire()
    {
        $payload = json_decode($this->getRawBody(), true);
        $this->app->make($payload['job'], [$payload['data']], true)->fire($this, $payload['data']);
    }
}
