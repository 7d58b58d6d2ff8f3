--TEST--
Laravel: a job that is done while the Redis of its lock is away is reported, and is not tried again, also with expireAfter()
--FILE--
<?php
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $apart = RedisServer::start();
    $config = [
        'database.redis.apart' => ['host' => '127.0.0.1', 'port' => $apart->plainPort, 'password' => null, 'database' => '0'],
        'cache.stores.mutex.lock_connection' => 'apart',
    ];
    $queue = LaravelQueue::dispatcher($laravel, 'mutex', $config);
    $worker = LaravelQueue::worker($laravel, 'mutex', $config, <<<'PHP'
        $laravel->app->make(Illuminate\Contracts\Debug\ExceptionHandler::class)->reportable(static function (Throwable $e): void {
            say('reported: ' . $e::class);
        });
        PHP);
    foreach (['renewed' => [], 'expireAfter' => ['RedisMutexLockUnavailableException']] as $kind => $reports) {
        $overlap = new WithoutOverlapping($kind);
        LaravelJob::dispatch($kind, 'waits', $kind === 'renewed' ? $overlap : $overlap->expireAfter(600));
        LaravelQueue::begin($worker, ['--once' => true, '--tries' => 3]);
        $worker->expect("handles $kind", 30);
        $apart->kill();
        $worker->tell('go on');
        foreach ($reports as $class) {
            $worker->expect("reported: $class", 30);
        }
        $worker->expect('worked', 30);
        Check::same(0, $queue->size(), "jobs after the job with the lock $kind");
        $apart->restart();
    }
});

echo 'done';
?>
--EXPECT--
done
