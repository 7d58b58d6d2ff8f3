--TEST--
Laravel: a lock of a job that is lost while the job runs is reported, and the job that is done is not tried again
--FILE--
<?php
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $worker = LaravelQueue::worker($laravel, 'mutex', before: <<<'PHP'
        $laravel->app->make(Illuminate\Contracts\Debug\ExceptionHandler::class)->reportable(static function (Throwable $e): void {
            say('reported: ' . $e->getMessage());
        });
        PHP);
    $begin = static fn () => LaravelQueue::begin($worker, ['--once' => true, '--tries' => 3]);

    LaravelJob::dispatch('lost', 'waits', new WithoutOverlapping('report'));
    $begin();
    $worker->expect('handles lost', 30);
    [$lock] = $queue->locks('report');
    $name = substr($lock, strlen($laravel->key('')));
    Check::same("0 Released [$name].\n", $queue->laravel->artisan('lock:release', ['name' => $name, '--force' => true]), 'an operator');
    $worker->tell('go on');
    $worker->expect("reported: RedisMutexLock\\Laravel\\MutexLock::get(): the lock \"$name\" was lost while the callback ran", 30);
    $worker->expect('worked', 30);
    Check::same(0, $queue->size(), 'jobs after the lost one');

    // Exceptions of the job are its own, also if they are of the classes that the lock of the middleware may throw.
    foreach (['RedisMutexLockLostException' => 'own loss', LockTimeoutException::class => 'own wait'] as $class => $message) {
        LaravelJob::dispatch('throws', "throw new $class('$message');", (new WithoutOverlapping('report'))->block(60));
        $begin();
        $worker->expect('handles throws', 30);
        $worker->expect("reported: $message", 30);
        $worker->expect('worked', 30);
        Check::same(1, $queue->size(), "$message: the job is queued again");
        Check::same([], $queue->locks('report'), "$message: the lock");
        $queue->clear();
    }
});

echo 'done';
?>
--EXPECT--
done
