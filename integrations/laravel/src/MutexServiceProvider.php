<?php
/*
 * Makes the cache driver redis-mutex, Cache::rememberOnce() and Cache::funnel() known, gives the container the class RedisMutexLock,
 * and adds the three commands. Where a cache store wants it, the scheduler gets its mutexes too. The provider never connects to anything, and
 * listens to events in queue workers and for those mutexes only. Laravel finds it by the package's composer.json.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Illuminate\Cache\Repository;
use Illuminate\Console\Events\ScheduledTaskFailed;
use Illuminate\Console\Events\ScheduledTaskFinished;
use Illuminate\Console\Scheduling\EventMutex as LaravelEventMutex;
use Illuminate\Console\Scheduling\SchedulingMutex as LaravelSchedulingMutex;
use Illuminate\Queue\Events\JobTimedOut;
use Illuminate\Support\ServiceProvider;
use InvalidArgumentException;
use RedisMutexLock;
use RedisMutexLock\Laravel\Console\CheckLocks;
use RedisMutexLock\Laravel\Console\ListLocks;
use RedisMutexLock\Laravel\Console\ReleaseLock;
use RedisMutexLock\Laravel\Limiters\Funnel;
use RedisMutexLock\Laravel\Scheduling\EventMutex;
use RedisMutexLock\Laravel\Scheduling\SchedulingMutex;

final class MutexServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->callAfterResolving('cache', static function ($cache): void {
            // Laravel binds this function to its CacheManager, so it must not be static. The manager makes the store by the
            // rules of its own version, which the prefix follows.
            $cache->extend('redis-mutex', function ($app, array $config) {
                return PlainTrace::of(function () use ($app, $config) {
                    if (isset($config['servers'])) {
                        throw new InvalidArgumentException(
                            'The key "servers" of a cache store must stand in its "mutex", as in \'mutex\' => [\'servers\' => […]].',
                        );
                    }
                    $stock = $this->createRedisDriver($config)->getStore();
                    $mutex = $config['mutex'] ?? [];
                    $announcer = new Announcer($app, $mutex['log'] ?? null);

                    return MutexRepository::of($this->repository(new MutexStore($stock, $mutex, new Transactions($app), $announcer), $config));
                });
            });
            // Laravel binds this function to the cache on which it is called.
            Repository::macro(
                'rememberOnce',
                fn (mixed $key, mixed $ttl, callable $callback, int|float|null $wait = 10): mixed => RememberOnce::in(
                    $this,
                    $key,
                    $ttl,
                    $callback,
                    $wait,
                ),
            );
            if (!method_exists(Repository::class, 'funnel')) {
                // For the tests of an application, whose store has another driver.
                Repository::macro('funnel', fn (mixed $name): object => Funnel::builder($this, $name));
            }
        });

        // Laravel forgets a scoped object after each request and before each job, and an object that ends releases its locks.
        $this->app->scoped(RedisMutexLock::class, static function ($app): RedisMutexLock {
            MutexStore::requireExtension();

            return PlainTrace::of(
                static fn (): RedisMutexLock => new RedisMutexLock(
                    ['lock_prefix' => 'lock:'] + ConnectionSettings::of($app->make('redis'), 'default')->server,
                ),
            );
        });

        $this->app->singleton(JobLocks::class);
        $this->callAfterResolving('queue.worker', static function (object $worker, $app): void {
            // Laravel 8 knows no such event, so nothing happens there.
            $app->make('events')->listen(JobTimedOut::class, static fn () => $app->make(JobLocks::class)->release());
        });
        $mutexes = array_column((array) $this->app->make('config')->get('cache.stores'), 'mutex');
        if (array_filter($mutexes, MutexStore::wantsScheduler(...)) !== []) {
            $this->serveScheduler();
        }
    }

    public function boot(): void
    {
        if ($this->app->runningInConsole()) {
            $this->commands([CheckLocks::class, ListLocks::class, ReleaseLock::class]);
        }
    }

    /** Gives the scheduler the mutexes of this package, if the application has none of its own. */
    private function serveScheduler(): void
    {
        $this->app->singletonIf(LaravelSchedulingMutex::class, static fn ($app) => new SchedulingMutex($app->make('cache')));
        $this->app->singletonIf(LaravelEventMutex::class, static function ($app): EventMutex {
            $mutex = new EventMutex($app->make('cache'), $app);
            // An event that runs in the background has been started by then.
            $app->make('events')->listen([ScheduledTaskFinished::class, ScheduledTaskFailed::class], $mutex->leave(...));

            return $mutex;
        });
    }
}
