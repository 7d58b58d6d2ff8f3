--TEST--
Laravel: a job of the connection sync leaves the locks of the request that it runs in
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $worker = $laravel->worker(<<<'PHP'
        [, $name] = $argv;
        $app = $laravel->app;
        $lock = $laravel->cache()->lock("cache-$name", null);
        Tests\Check::true($lock->get(), 'a lock of the cache');
        Tests\Check::true($app->make(RedisMutexLock::class)->lock("direct-$name", 0, null), 'a direct lock');
        $does = 'app(RedisMutexLock::class)->lock($this->id, 0, null); say("inside"); hear();';
        Tests\LaravelJob::dispatch("job-$name", $does)->onConnection('sync');
        say('after');
        hear();
        Tests\LaravelJob::dispatchSync("sync-$name", $does);
        say('after');
        hear();
        $app->forgetScopedInstances();
        say('the request has ended');
        hear();
        unset($lock);
        say('the lock has ended');
        hear();
        PHP, [$name = Check::unique('request')]);
    $keys = static function (int $count, string $when) use ($laravel, $name): void {
        Check::same($count, count($laravel->redis()->call('KEYS', "*-$name")), "locks $when");
    };
    foreach (['job' => 3, 'sync' => 4] as $job => $count) {
        $worker->expect("handles $job-$name", 30);
        $worker->expect('inside', 30);
        $keys($count, "inside the job $job");
        $worker->tell('go on');
        $worker->expect('after', 30);
        $keys($count, "after the job $job");
        $worker->tell('go on');
    }
    $worker->expect('the request has ended', 30);
    $keys(1, 'after the request: the lock object lives');
    $worker->tell('go on');
    $worker->expect('the lock has ended', 30);
    $keys(0, 'at the end');
    $worker->tell('go on');
    $worker->finish();
});

echo 'done';
?>
--EXPECT--
done
