<?php
/*
 * Makes the cache driver redis-mutex and Cache::rememberOnce() known, gives the container the class RedisMutexLock, and adds the
 * three commands, without connecting to anything. It listens to one event, in queue workers only. Laravel finds the provider by the
 * package's composer.json.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Illuminate\Cache\Repository;
use Illuminate\Queue\Events\JobTimedOut;
use Illuminate\Support\ServiceProvider;
use InvalidArgumentException;
use RedisMutexLock;
use RedisMutexLock\Laravel\Console\CheckLocks;
use RedisMutexLock\Laravel\Console\ListLocks;
use RedisMutexLock\Laravel\Console\ReleaseLock;

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

                    return $this->repository(new MutexStore($stock, $mutex, new Transactions($app), $announcer), $config);
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
    }

    public function boot(): void
    {
        if ($this->app->runningInConsole()) {
            $this->commands([CheckLocks::class, ListLocks::class, ReleaseLock::class]);
        }
    }
}
