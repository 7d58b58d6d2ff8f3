<?php
/*
 * Stand-in: a job of the connection `sync`.
 */

declare(strict_types=1);

namespace think\queue\job;

use think\App;
use think\queue\Job;

class Sync extends Job
{
    public function __construct(App $app, private readonly string $body)
    {
        $this->app = $app;
    }

    public function getJobId()
    {
        return '';
    }

    public function attempts()
    {
        return 1;
    }

    public function getRawBody()
    {
        return $this->body;
    }
}
