<?php
/*
 * Brings the locks into an application: the container, the commands, the end of a request and of a queue job. The service
 * connects to nothing, and ThinkPHP finds it by composer.json.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think;

use RedisMutexLock;
use RedisMutexLock\Think\command\LockCheck;
use RedisMutexLock\Think\command\LockList;
use RedisMutexLock\Think\command\LockRelease;
use RedisMutexLock\Think\queue\Delivery;
use think\App;
use think\event\HttpEnd;
use think\queue\event\JobExceptionOccurred;
use think\queue\event\JobFailed;
use think\queue\event\JobProcessed;
use think\queue\event\JobProcessing;
use think\queue\event\WorkerStopping;
use think\queue\Job;
use think\queue\job\Sync;

final class Service extends \think\Service
{
    public function register(): void
    {
        $this->app->bind(RedisMutexLock::class, static fn (App $app): RedisMutexLock => $app->make(Lock::class)->native());
        $this->commands([LockCheck::class, LockList::class, LockRelease::class]);
        $this->app->event->listen(HttpEnd::class, self::endScope(...));
        $this->app->event->listen(JobProcessing::class, static function (App $app, object $event): void {
            if (self::isOfWorker($event)) {
                $app->make(Delivery::class)->begin();
            }
        });
        foreach ([JobProcessed::class, JobFailed::class, JobExceptionOccurred::class] as $event) {
            $this->app->event->listen($event, static function (App $app, object $event): void {
                if (self::isOfWorker($event)) {
                    self::endScope($app);
                }
            });
        }
        // A worker kills itself when a job takes longer than its `--timeout`, and this is its last word.
        $this->app->event->listen(WorkerStopping::class, self::endScope(...));
    }

    /** Returns whether a worker has the job of an event, because a job of the connection `sync` runs inside a request. */
    private static function isOfWorker(object $event): bool
    {
        // A request goes on with its locks, and think-queue puts the name of the job into the event there.
        return $event->job instanceof Job && !$event->job instanceof Sync;
    }

    private static function endScope(App $app): void
    {
        // A request without locks has made no object for them, so there is nothing to end.
        if ($app->exists(Lock::class)) {
            $app->make(Lock::class)->endScope();
        }
    }
}
