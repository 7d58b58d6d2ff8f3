--TEST--
Laravel: unique_for in "mutex" is the lifetime of the lock of a unique job that names none, and of no other lock
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $dispatch = static function (string $id, int $seconds = 0): void {
        $job = new LaravelUniqueJob($id);
        $job->uniqueFor = $seconds;
        dispatch($job);
    };
    foreach (['off' => null, 'empty' => '', 'zero' => 0] as $what => $off) {
        $queue = LaravelQueue::dispatcher($laravel, 'mutex', ['cache.stores.mutex.mutex' => ['unique_for' => $off]]);
        $dispatch($what);
        Check::between(31_000_000, 31_536_000, $redis->call('TTL', ...$queue->locks($what)), "$what: a year, in s");
    }

    $config = ['cache.stores.mutex.mutex' => ['unique_for' => '600']];
    $queue = LaravelQueue::dispatcher($laravel, 'mutex', $config);
    $worker = LaravelQueue::worker($laravel, 'mutex', $config);
    $queue->clear();
    $dispatch('default');
    Check::between(1, 600_000, $redis->call('PTTL', ...$queue->locks('default')), 'the default, in ms');
    $dispatch('default');
    Check::same(1, $queue->size(), 'jobs after a second dispatch');
    LaravelQueue::work($worker, 'handles default');
    Check::same([], $queue->locks('default'), 'the lock after the job');
    $dispatch('own', 3600);
    Check::between(601_000, 3_600_000, $redis->call('PTTL', ...$queue->locks('own')), 'uniqueFor of the job, in ms');
    $never = $queue->laravel->cache()->lock('another lock');
    Check::same(true, $never->get(), 'get');
    Check::between(31_000_000, 31_536_000, $redis->call('TTL', $laravel->key('another lock')), 'a lock that is of no job, in s');

    // A job whose process is gone: when the lifetime of its lock is over, another one may be queued.
    $queue->clear();
    $dispatch('gone');
    // The rest of the ten minutes passes at once.
    $redis->call('PEXPIRE', $queue->locks('gone')[0], 1);
    Check::eventually(static fn (): bool => $queue->locks('gone') === [], 30, 'the end of its lock');
    $dispatch('gone');
    Check::same(2, $queue->size(), 'jobs after the end of the lock');

    // Null, which a listener may give, is no lifetime either: a renewed lock would end with the process that dispatches.
    $queue->laravel->cache()->lock('laravel_unique_job:of a listener', null)->get();
    Check::same(1, count($queue->locks('of a listener')), 'the lock without its object');

    $bad = $laravel->again(['cache.stores.mutex.mutex' => ['unique_for' => 'a day']]);
    $message = '"unique_for" in "mutex" of a cache store must be a finite number of seconds, got "a day"';
    Check::throws(ValueError::class, static fn () => $bad->cache(), $message);
});

echo 'done';
?>
--EXPECT--
done
