--TEST--
Laravel: uniqueFor is the lifetime of a unique job's lock, and 0 is a year
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $dispatch = static function (int $seconds, string $id): void {
        $job = new LaravelUniqueJob($id);
        $job->uniqueFor = $seconds;
        dispatch($job);
    };
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $dispatch(600, 'ten-minutes');
    Check::between(1, 600_000, $redis->call('PTTL', ...$queue->locks('ten-minutes')), '600 s, in ms');
    $dispatch(0, 'always');
    Check::between(31_000_000, 31_536_000, $redis->call('TTL', ...$queue->locks('always')), '0, in s');
    Check::same(2, $queue->size(), 'jobs');

    // Nobody handles this one. When its lock has ended, another one may be queued.
    $dispatch(1, 'brief');
    Check::same(3, $queue->size(), 'jobs with the brief one');
    Check::eventually(static fn (): bool => $queue->locks('brief') === [], 30, 'the end of its lock');
    $dispatch(600, 'brief');
    Check::same(4, $queue->size(), 'jobs with the second brief one');
    $dispatch(600, 'brief');
    Check::same(4, $queue->size(), 'jobs after the third dispatch');
});

echo 'done';
?>
--EXPECT--
done
