--TEST--
Laravel: a worker that kills itself because of its timeout releases the lock of the job at once, and of a nested job, and in Laravel 8 within the lease
--FILE--
<?php
use Illuminate\Queue\Events\JobTimedOut;
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    // Within the limits of this test, no lease of 300 s ends.
    $lease = class_exists(JobTimedOut::class) ? 300 : 3;
    $config = ['cache.stores.mutex.mutex' => ['lease' => $lease]];
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $workers = array_map(static fn (): object => LaravelQueue::worker($laravel, 'mutex', $config), range(0, 2));
    [$holder, $waiter, $other] = $workers;
    array_map(LaravelQueue::work(...), $workers);
    $nested = <<<'PHP'
        $overlap = new RedisMutexLock\Laravel\WithoutOverlapping('inner');
        Tests\LaravelJob::dispatchSync('inner', 'while (true) { usleep(10_000); }', $overlap);
        PHP;
    LaravelJob::dispatch('outer', $nested, new WithoutOverlapping('outer'));
    LaravelQueue::begin($holder, ['--timeout' => 8, '--tries' => 1]);
    $holder->expect('handles outer', 30);
    $holder->expect('handles inner', 30);
    foreach (['outer' => $waiter, 'inner' => $other] as $key => $worker) {
        LaravelJob::dispatch("next $key", '', (new WithoutOverlapping($key))->block(120));
        LaravelQueue::begin($worker);
        $queue->awaitTaken();
    }
    Check::same(128 + SIGKILL, $holder->wait(60), 'how the worker ended');
    foreach (['outer' => $waiter, 'inner' => $other] as $key => $worker) {
        $worker->expect("handles next $key", 100);
        $worker->expect('worked', 30);
        Check::same([], $queue->locks($key), "the lock $key at the end");
    }
});

echo 'done';
?>
--EXPECT--
done
