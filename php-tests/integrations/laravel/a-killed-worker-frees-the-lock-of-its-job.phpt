--TEST--
Laravel: after SIGKILL of a worker inside a job without overlapping, the job that waits in line runs within the lease and a second
--FILE--
<?php
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;

const LEASE = 9;
/** A renewal comes after each third of the lease, so this much is left less than the whole at some moment. */
const PASSED = 2;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $config = ['cache.stores.mutex.mutex' => ['lease' => LEASE]];
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    [$holder, $waiter] = [LaravelQueue::worker($laravel, 'mutex', $config), LaravelQueue::worker($laravel, 'mutex', $config)];
    LaravelJob::dispatch('first', 'waits', new WithoutOverlapping('report'));
    LaravelQueue::begin($holder);
    $holder->expect('handles first', 30);
    LaravelJob::dispatch('second', 'say("attempt " . $this->attempts());', (new WithoutOverlapping('report'))->block(120));
    LaravelQueue::begin($waiter, ['--once' => true, '--tries' => 1]);
    $queue->awaitLine('report', 1);

    // The lease is renewed while the job runs, also beyond the first one.
    [$lock] = $queue->locks('report');
    $left = static fn (): int => $redis->call('PTTL', $lock);
    [$begin, $owner] = [hrtime(true), $redis->call('GET', $lock)];
    Check::eventually(static fn (): bool => (hrtime(true) - $begin) / 1e9 > LEASE + 1, 60, 'more than a lease');
    Check::same($owner, $redis->call('GET', $lock), 'the owner after more than a lease');
    // Behind a renewal, a machine that is busy for a moment has this time to spare.
    Check::eventually(static fn (): bool => $left() < (LEASE - PASSED) * 1000, 30, 'some of the lease is over');
    Check::between(1, LEASE * 1000, $left(), 'ms that the lock lives on without a renewal');

    $holder->kill();
    $holder->wait();
    $killed = hrtime(true);
    $waiter->expect('handles second', 60);
    // Nothing else would free the lock for a year.
    Check::between(0, LEASE + 1, (hrtime(true) - $killed) / 1e9, 'seconds from the kill until the next job runs');
    $waiter->expect('attempt 1');
    $waiter->expect('worked', 30);
    Check::same([], $queue->locks('report'), 'the lock at the end');
});

echo 'done';
?>
--EXPECT--
done
