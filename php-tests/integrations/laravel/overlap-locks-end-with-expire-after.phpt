--TEST--
Laravel: expireAfter is the lifetime of the lock of WithoutOverlapping when its worker is killed
--FILE--
<?php
use Illuminate\Queue\Middleware\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $holder = LaravelQueue::worker($laravel, 'mutex');
    LaravelJob::dispatch('always', 'waits', new WithoutOverlapping('always'));
    LaravelQueue::begin($holder);
    $holder->expect('handles always', 30);
    Check::between(31_000_000, 31_536_000, $redis->call('TTL', ...$queue->locks('always')), 'without expireAfter, in s');
    $holder->tell('go on');
    $holder->expect('worked', 30);

    LaravelJob::dispatch('killed', 'waits', (new WithoutOverlapping('brief'))->expireAfter(600));
    LaravelQueue::begin($holder);
    $holder->expect('handles killed', 30);
    [$lock] = $queue->locks('brief');
    Check::between(1, 600_000, $redis->call('PTTL', $lock), 'expireAfter(600), in ms');
    $holder->kill();
    $holder->wait();

    $other = LaravelQueue::worker($laravel, 'mutex');
    LaravelJob::dispatch('next', '', (new WithoutOverlapping('brief'))->expireAfter(600));
    LaravelQueue::work($other);
    // The rest of the ten minutes passes at once.
    $redis->call('PEXPIRE', $lock, 1);
    Check::eventually(static fn (): bool => $queue->locks('brief') === [], 30, 'the end of the lock');
    LaravelQueue::work($other, 'handles next');
});

echo 'done';
?>
--EXPECT--
done
