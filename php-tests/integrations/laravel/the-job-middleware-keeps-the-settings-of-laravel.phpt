--TEST--
Laravel: the job middleware of the package keeps the settings of Laravel's, and only a job without expireAfter() has a renewed lock
--FILE--
<?php
use Illuminate\Queue\Middleware\WithoutOverlapping as LaravelWithoutOverlapping;
use RedisMutexLock\Laravel\WithoutOverlapping;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $queues = "app_queues:{$laravel->prefix}jobs";
    [$holder, $other] = [LaravelQueue::worker($laravel, 'mutex'), LaravelQueue::worker($laravel, 'mutex')];
    $end = static function () use ($holder): void {
        $holder->tell('go on');
        $holder->expect('worked', 30);
    };
    /** Begins a job whose lock has this lifetime in ms at most. */
    $hold = static function (string $key, WithoutOverlapping $middleware, int $most) use ($queue, $holder, $redis): void {
        LaravelJob::dispatch("holds $key", 'waits', $middleware);
        LaravelQueue::begin($holder);
        $holder->expect("handles holds $key", 30);
        Check::between($most - 29_000, $most, $redis->call('PTTL', ...$queue->locks($key)), "the lock of $key, in ms");
    };

    // The lifetime, as the method and as the third argument, where 0 and a time that is over are "no expiry".
    $hold('renewed', new WithoutOverlapping('renewed'), 30_000);
    $end();
    $hold('method', (new WithoutOverlapping('method'))->expireAfter(600), 600_000);
    $end();
    $hold('argument', new WithoutOverlapping('argument', 0, 600), 600_000);
    $end();
    $hold('no expiry', (new WithoutOverlapping('no expiry'))->expireAfter(new DateTimeImmutable('-1 hour')), 30_000);
    $end();

    // What a job does that does not get the lock, with block() after its wait.
    $hold('busy', new WithoutOverlapping('busy'), 30_000);
    foreach ([0, 0.2] as $wait) {
        $busy = static fn (): WithoutOverlapping => (new WithoutOverlapping('busy'))->block($wait);
        LaravelJob::dispatch("$wait dropped", '', $busy()->dontRelease());
        LaravelQueue::work($other);
        Check::same(1, $queue->size(), "$wait: dontRelease() drops the job");
        LaravelJob::dispatch("$wait late", '', $busy()->releaseAfter(3600));
        LaravelQueue::work($other);
        LaravelQueue::work($other);
        Check::same(1, $redis->call('ZCARD', "$queues:delayed"), "$wait: releaseAfter() lets the job wait");
        Check::between(3000, 3600, (float) $redis->call('ZRANGE', "$queues:delayed", 0, 0, 'WITHSCORES')[1] - time(), "$wait: for so many seconds");
        $redis->call('DEL', "$queues:delayed");
        LaravelJob::dispatch("$wait again", '', $busy());
        LaravelQueue::work($other);
        Check::same(2, $queue->size(), "$wait: the job goes back into the queue");
        $redis->call('DEL', "$queues:delayed", $queues);
    }
    $end();

    // The key.
    $job = new LaravelJob('any');
    $same = static fn (LaravelWithoutOverlapping $stock, WithoutOverlapping $own, string $what) =>
        Check::same($stock->getLockKey($job), $own->getLockKey($job), $what);
    $same(new LaravelWithoutOverlapping('42'), new WithoutOverlapping('42'), 'the key');
    $same(new LaravelWithoutOverlapping('42'), (new WithoutOverlapping())->by('42'), 'by()');
    $same((new LaravelWithoutOverlapping('42'))->withPrefix('mine:'), (new WithoutOverlapping('42'))->withPrefix('mine:'), 'withPrefix()');
    if ($laravel->version() >= 9) {
        $same((new LaravelWithoutOverlapping('42'))->shared(), (new WithoutOverlapping('42'))->shared(), 'shared()');
        $hold('all', (new WithoutOverlapping())->by('all')->shared(), 30_000);
        LaravelUniqueJob::dispatch('another class', '', (new WithoutOverlapping('all'))->shared()->dontRelease());
        LaravelQueue::work($other);
        LaravelUniqueJob::dispatch('not shared', '', (new WithoutOverlapping('all'))->dontRelease());
        LaravelQueue::work($other, 'handles not shared');
        $end();
    }

    $message = 'RedisMutexLock\Laravel\WithoutOverlapping::block(): Argument #1 ($seconds) must be a finite number of seconds, got ';
    Check::throws(ValueError::class, static fn () => (new WithoutOverlapping('42'))->block(NAN), $message . 'NAN');
    Check::throws(ValueError::class, static fn () => (new WithoutOverlapping('42'))->block('soon'), $message . '"soon"');
});

echo 'done';
?>
--EXPECT--
done
