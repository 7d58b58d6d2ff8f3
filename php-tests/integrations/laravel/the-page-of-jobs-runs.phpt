--TEST--
Laravel: the job of its page about jobs runs with the configuration of the page, whose times are each longer than the one before
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelQueue;
use Tests\LaravelUniqueJob;
use Tests\Laravels;
use Tests\Page;

Laravels::each(static function (Laravel $laravel): void {
    $page = new Page(dirname(__DIR__, 3), 'docs/laravel-jobs.md');
    $blocks = [];
    foreach ($page->blocks as $number => $block) {
        if ($block->language === 'php') {
            $blocks[$block->notRun()][] = [$block, $page->blocks[$number + 1]];
        }
    }
    Check::same(
        ['the tests of Laravel run it' => 2, 'lines of config/queue.php' => 1, 'lines of config/cache.php' => 1],
        array_map(count(...), $blocks),
        'the blocks of the page',
    );
    $lines = static fn (string $of): array => eval("return [{$blocks[$of][0][0]->text}];");
    [$queues, $stores] = [$lines('lines of config/queue.php'), $lines('lines of config/cache.php')];
    $config = ['queue.connections.redis' => $queues['redis'], 'cache.stores.redis' => $stores['redis'], 'cache.default' => 'redis'];
    $config['queue.connections.redis']['queue'] = "{$laravel->prefix}jobs";
    $queue = LaravelQueue::dispatcher($laravel, 'redis', $config);

    [$example, $printed] = $blocks['the tests of Laravel run it'][0];
    Check::same('text', $printed->language, 'the block behind the job says what is printed');
    ob_start();
    eval($example->text);
    Check::same($printed->text, ob_get_clean(), 'what the job prints');
    $job = new \App\Jobs\ImportShop(42);
    preg_match('/->block\((\d+)\)/', $example->text, $wait);
    Check::same(true, $wait[1] < $job->timeout && $job->timeout < $queues['redis']['retry_after'], 'the order of the times');

    // A worker handles the same job, and nothing of it stays.
    $class = strstr($example->text, 'ImportShop::dispatchSync', true);
    $worker = LaravelQueue::worker($laravel, 'redis', $config, 'eval(base64_decode("' . base64_encode($class) . '"));');
    \App\Jobs\ImportShop::dispatch(42);
    Check::same(1, $queue->size(), 'jobs');
    LaravelQueue::work($worker, 'imports the shop 42');
    Check::same([0, []], [$queue->size(), $queue->locks('42')], 'jobs and locks at the end');

    // The other one shares its limit with other code.
    [$example, $printed] = $blocks['the tests of Laravel run it'][1];
    ob_start();
    eval($example->text);
    Check::same($printed->text, ob_get_clean(), 'what the job with a limit prints');
    [$limited] = (new \App\Jobs\MakeReport(7))->middleware();
    Check::same(1, preg_match("/ConcurrencyLimited\('(\w+)', (\d)\)/", $example->text, $given), 'name and limit');
    $funnel = fn (Closure $do): mixed => $queue->laravel->cache()->funnel($given[1])->limit((int) $given[2])->block(0)->then($do);
    $back = new class() {
        public ?int $released = null;

        public function release(int $seconds): void
        {
            $this->released = $seconds;
        }
    };
    $funnel(fn () => $funnel(fn () => $funnel(fn () => $limited->block(0)->handle($back, fn () => throw new LogicException('it ran')))));
    Check::same(0, $back->released, 'the fourth one goes back');

    // The tests of an application have this store, which has no renewed locks.
    $laravel->again(['cache.default' => 'array']);
    ob_start();
    \App\Jobs\ImportShop::dispatchSync(43);
    \App\Jobs\MakeReport::dispatchSync(8);
    Check::same("imports the shop 43\nmakes the report of month 8\n", ob_get_clean(), 'with the store array');

    LaravelQueue::dispatcher($laravel, 'redis', $config);
    LaravelUniqueJob::dispatch('unique');
    Check::between(5 * 3600, 6 * 3600, $laravel->redis()->call('TTL', ...$queue->locks('unique')), 'the lock of a unique job, in s');
});

echo 'done';
?>
--EXPECT--
done
