<?php
/*
 * Stand-in: a queue that does a job at once. Its events have the name of the job, not the job.
 */

declare(strict_types=1);

namespace think\queue\connector;

use think\App;
use think\queue\event\JobFailed;
use think\queue\event\JobProcessed;
use think\queue\job\Sync as SyncJob;

class Sync
{
    private App $app;

    public function setApp(App $app): static
    {
        $this->app = $app;

        return $this;
    }

    public function push($job, $data = '')
    {
        try {
            (new SyncJob($this->app, json_encode(['job' => $job, 'data' => $data])))->fire();
            $this->app->event->trigger(new JobProcessed('sync', $job));
        } catch (\Throwable $thrown) {
            $this->app->event->trigger(new JobFailed('sync', $job, $thrown));
            throw $thrown;
        }

        return 0;
    }
}
