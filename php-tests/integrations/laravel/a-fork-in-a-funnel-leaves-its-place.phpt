--TEST--
Laravel: a fork in the callback of a funnel leaves the place to the parent, and a place that was lost is an exception with the result
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $key = $laravel->key('funnel:forks');
    $worker = $laravel->worker(<<<'PHP'
        $parent = getmypid();
        $laravel->cache()->funnel('forks')->limit(1)->then(static function (): void {
            $child = pcntl_fork();
            if ($child > 0) {
                pcntl_waitpid($child, $status);
                say('the child has ended');
                hear();
            }
        });
        getmypid() === $parent || exit;
        say('out');
        PHP);
    $worker->expect('the child has ended', 30);
    Check::same(1, $redis->call('ZCARD', $key), 'the share of the parent');
    $worker->tell('go on');
    $worker->expect('out', 30);
    $worker->finish();
    Check::same(0, $redis->call('EXISTS', $key), 'the funnel at the end');

    $lost = Check::throws(RedisMutexLockLostException::class, static fn () => $laravel->cache()->funnel('forks')->limit(1)->then(
        static function () use ($laravel): int {
            $laravel->artisan('lock:release', ['name' => 'funnel:forks', '--force' => true]);

            return 42;
        },
        static fn () => throw new LogicException('it was not full'),
    ));
    Check::same(42, $lost->result, 'the result');
});

echo 'done';
?>
--EXPECT--
done
