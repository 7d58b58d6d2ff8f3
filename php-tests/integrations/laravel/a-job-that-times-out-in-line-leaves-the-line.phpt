--TEST--
Laravel: a job that times out while it waits in line ends its worker, and does not keep the lock from the next job in line
--FILE--
<?php
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    // Within the limits of this test, no lease of 300 s ends.
    $config = ['cache.stores.mutex.mutex' => ['lease' => 300]];
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $workers = array_map(static fn (): object => LaravelQueue::worker($laravel, 'mutex', $config), range(0, 2));
    [$holder, $first, $second] = $workers;
    array_map(LaravelQueue::work(...), $workers);
    LaravelJob::dispatch('holder', 'waits', new WithoutOverlapping('line'));
    LaravelQueue::begin($holder);
    $holder->expect('handles holder', 30);
    $owner = $laravel->redis()->call('GET', ...$queue->locks('line'));

    LaravelJob::dispatch('first', '', (new WithoutOverlapping('line'))->block(120));
    LaravelQueue::begin($first, ['--timeout' => 6]);
    $queue->awaitTaken();
    LaravelJob::dispatch('second', '', (new WithoutOverlapping('line'))->block(120));
    LaravelQueue::begin($second);
    Check::same(128 + SIGKILL, $first->wait(60), 'how the worker of the first job ended');
    Check::same($owner, $laravel->redis()->call('GET', ...$queue->locks('line')), 'the owner after it');

    $queue->awaitLine('line', 1);
    $holder->tell('go on');
    $holder->expect('worked', 30);
    $second->expect('handles second', 60);
    $second->expect('worked', 30);
    Check::same([], $queue->locks('line'), 'the lock at the end');
});

echo 'done';
?>
--EXPECT--
done
