--TEST--
Laravel: a job that times out leaves its limit at once, a killed one within the lease, and a share that was lost is reported
--FILE--
<?php
use Illuminate\Queue\Events\JobTimedOut;
use RedisMutexLock\Laravel\ConcurrencyLimited;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

const LEASE = 5;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    // Within the limits of this test, no lease of 300 s ends.
    $config = static fn (int $lease): array => ['cache.stores.mutex.mutex' => ['lease' => $lease]];
    $reports = <<<'PHP'
        $laravel->app->make(Illuminate\Contracts\Debug\ExceptionHandler::class)->reportable(static function (Throwable $e): void {
            say('reported: ' . $e->getMessage());
        });
        PHP;
    $leases = ['timed' => class_exists(JobTimedOut::class) ? 300 : LEASE, 'killed' => LEASE];
    foreach ($leases as $name => $lease) {
        $holder = LaravelQueue::worker($laravel, 'mutex', $config($lease));
        $waiter = LaravelQueue::worker($laravel, 'mutex', $config($lease));
        array_map(LaravelQueue::work(...), [$holder, $waiter]);
        LaravelJob::dispatch('first', 'while (true) { usleep(10_000); }', new ConcurrencyLimited($name, 1));
        LaravelQueue::begin($holder, ['--timeout' => $name === 'timed' ? 4 : 60, '--tries' => 1]);
        $holder->expect('handles first', 30);
        LaravelJob::dispatch('second', 'say("attempt " . $this->attempts());', (new ConcurrencyLimited($name, 1))->block(120));
        LaravelQueue::begin($waiter, ['--once' => true, '--tries' => 1]);
        Check::eventually(static fn (): bool => $laravel->waiters("funnel:$name") === 1, 60, 'the second one waits');
        $name === 'killed' && $holder->kill();
        $name === 'timed' ? Check::same(128 + SIGKILL, $holder->wait(60), 'how the worker ended') : $holder->wait();
        $ended = hrtime(true);
        $waiter->expect('handles second', 60);
        Check::between(0, $lease === 300 ? 10 : LEASE + 2, (hrtime(true) - $ended) / 1e9, "$name: seconds until the next job runs");
        $waiter->expect('attempt 1');
        $waiter->expect('worked', 30);
        Check::same(0, $redis->call('EXISTS', $laravel->key("funnel:$name")), "$name: the funnel at the end");
        $queue->clear();
        $redis->call('DEL', "app_queues:{$laravel->prefix}jobs:reserved");
    }

    // An operator releases the share of a job, whose work is done once nevertheless.
    $worker = LaravelQueue::worker($laravel, 'mutex', [], $reports);
    $begin = static fn () => LaravelQueue::begin($worker, ['--once' => true, '--tries' => 3]);
    LaravelJob::dispatch('lost', 'waits', new ConcurrencyLimited('lost', 2));
    $begin();
    $worker->expect('handles lost', 30);
    Check::same("0 Released [funnel:lost].\n", $queue->laravel->artisan('lock:release', ['name' => 'funnel:lost', '--force' => true]), 'an operator');
    $worker->tell('go on');
    $reported = $worker->line(30);
    Check::true(str_starts_with($reported, 'reported: RedisMutexLock::synchronizedShared(): ') && str_contains($reported, 'lost'), $reported);
    $worker->expect('worked', 30);
    Check::same(0, $queue->size(), 'jobs after the lost one');

    // Exceptions of the job are its own, also if they are of the classes that the middleware may meet.
    foreach (['RedisMutexLockLostException', 'RedisMutexLockTimeoutException'] as $class) {
        LaravelJob::dispatch('throws', "throw new $class('own');", (new ConcurrencyLimited('own', 2))->block(60));
        $begin();
        $worker->expect('handles throws', 30);
        $worker->expect('reported: own', 30);
        $worker->expect('worked', 30);
        Check::same(1, $queue->size(), "$class: the job is queued again");
        $queue->clear();
    }
});

echo 'done';
?>
--EXPECT--
done
