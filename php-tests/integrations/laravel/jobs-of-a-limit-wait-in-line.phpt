--TEST--
Laravel: with ConcurrencyLimited as many jobs work as the limit says, and the others wait in line, go back or are dropped
--FILE--
<?php
use RedisMutexLock\Laravel\ConcurrencyLimited;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $queue = LaravelQueue::dispatcher($laravel, 'mutex');
    $cache = $queue->laravel->cache();
    $workers = array_map(static fn (): object => LaravelQueue::worker($laravel, 'mutex'), range(0, 4));
    $limited = static fn (): ConcurrencyLimited => new ConcurrencyLimited('reports', 2);

    // Two work, also of another class. The third and the fourth wait in line, where nobody overtakes.
    foreach (array_slice($workers, 0, 4) as $number => $worker) {
        ($number === 1 ? LaravelUniqueJob::class : LaravelJob::class)::dispatch("job $number", 'waits', $limited()->block(120));
        LaravelQueue::begin($worker, ['--once' => true, '--tries' => 1]);
        $number < 2 && $worker->expect("handles job $number", 30);
        $number < 2 || Check::eventually(static fn (): bool => $laravel->waiters('funnel:reports') === $number - 1, 60, "job $number waits");
    }
    Check::same(2, $redis->call('ZCARD', $laravel->key('funnel:reports')), 'shares');

    // Code outside of jobs has the same limit.
    Check::same('full', $cache->funnel('reports')->limit(2)->block(0)->then(static fn () => 'in', static fn () => 'full'), 'funnel()');

    // Without block(), and behind one that is over, a job goes back into the queue, or is dropped.
    foreach ([0, 0.2] as $wait) {
        LaravelJob::dispatch('back', '', $limited()->block($wait)->releaseAfter(300));
        LaravelQueue::work($workers[4]);
        Check::same(5, $queue->size(), 'the job went back');
        $redis->call('DEL', "app_queues:{$laravel->prefix}jobs:delayed");
        LaravelJob::dispatch('dropped', '', $limited()->block($wait)->dontRelease());
        LaravelQueue::work($workers[4]);
        Check::same(4, $queue->size(), 'the job was dropped');
    }

    foreach ([0, 1, 2, 3] as $number) {
        $workers[$number]->tell('go on');
        $workers[$number]->expect('worked', 30);
        $number < 2 && $workers[$number + 2]->expect('handles job ' . $number + 2, 30);
    }
    // An exception of the job leaves the funnel, and so does a job that goes back itself.
    LaravelJob::dispatch('throws', 'throws', new ConcurrencyLimited('reports', 1));
    LaravelQueue::begin($workers[4], ['--once' => true, '--tries' => 1]);
    $workers[4]->expect('handles throws', 30);
    $workers[4]->expect('worked', 30);
    LaravelJob::dispatch('goes back', '$this->attempts() > 1 || $this->release();', new ConcurrencyLimited('reports', 1));
    LaravelQueue::work($workers[4], 'handles goes back');
    LaravelQueue::work($workers[4], 'handles goes back');
    Check::same([0, 0], [$queue->size(), $redis->call('EXISTS', $laravel->key('funnel:reports'))], 'jobs and shares at the end');

    // A job of the tests of an application runs, and other drivers are refused.
    foreach (['array' => 'handles here', 'stock' => 'refused'] as $store => $expected) {
        $here = LaravelQueue::worker($laravel, $store, before: <<<'PHP'
            try {
                Tests\LaravelJob::dispatchSync('here', '', new RedisMutexLock\Laravel\ConcurrencyLimited('reports', 1));
            } catch (InvalidArgumentException $e) {
                say('refused');
                str_starts_with($e->getMessage(), 'A funnel of this package needs a cache store with the driver redis-mutex') || say($e->getMessage());
            }
            exit;
            PHP);
        $here->expect($expected, 30);
        $here->finish();
    }
    foreach ([0, -1, 'two', null] as $limit) {
        Check::throws(
            ValueError::class,
            static fn () => new ConcurrencyLimited('reports', $limit),
            '/^RedisMutexLock\\\\Laravel\\\\ConcurrencyLimited::__construct\(\): Argument #2 \(\$limit\) must be from 1 to 1000000, got /',
        );
    }
    Check::throws(ValueError::class, static fn () => $limited()->block('soon'));
});

echo 'done';
?>
--EXPECT--
done
