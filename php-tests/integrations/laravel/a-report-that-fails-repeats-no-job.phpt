--TEST--
Laravel: a job that is done is not tried again if its lock was lost and the report of the loss fails, as with a log that is full
--FILE--
<?php
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
            say('reported: ' . $e::class);
            throw new UnexpectedValueException('the log is full');
        });
        PHP);
    LaravelJob::dispatch('lost', 'waits', new WithoutOverlapping('report'));
    LaravelQueue::begin($worker, ['--once' => true, '--tries' => 3]);
    $worker->expect('handles lost', 30);
    foreach ($queue->locks('report') as $lock) {
        $laravel->redis()->call('DEL', $lock);
    }
    $worker->tell('go on');
    $worker->expect('reported: RedisMutexLockLostException', 30);
    $worker->expect('worked', 30);
    Check::same(0, $queue->size(), 'jobs after the lost one');
});

echo 'done';
?>
--EXPECT--
done
