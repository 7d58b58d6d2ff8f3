--TEST--
Laravel: processes of both drivers that block() on one key never hold it at the same time
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    $code = <<<'PHP'
        [, $store] = $argv;
        $redis = $laravel->app->make('redis')->connection();
        $overlaps = $sections = 0;
        $section = static function () use ($redis, &$overlaps, &$sections): void {
            $overlaps += $redis->incr('inside') === 1 ? 0 : 1;
            usleep(500);
            $overlaps += $redis->decr('inside') === 0 ? 0 : 1;
            $sections++;
        };
        say('ready');
        hear();
        for ($end = microtime(true) + 2; microtime(true) < $end; usleep(random_int(0, 10_000))) {
            $laravel->cache($store)->lock('hot', 60)->betweenBlockedAttemptsSleepFor(3)->block(60, $section);
        }
        say("$overlaps overlaps in some of");
        say("$sections");
        PHP;
    // All keys are of this test alone.
    $config = ['database.redis.default.prefix' => $laravel->prefix, 'database.redis.options.prefix' => $laravel->prefix];
    $workers = array_map(
        static fn (string $store): Worker => $laravel->worker($code, [$store], $config),
        $stores = ['mutex', 'mutex', 'mutex', 'stock', 'stock', 'stock'],
    );
    foreach ($workers as $worker) {
        $worker->expect('ready', 30);
    }
    foreach ($workers as $worker) {
        $worker->tell('go');
    }
    $sections = ['mutex' => 0, 'stock' => 0];
    foreach ($workers as $number => $worker) {
        $worker->expect('0 overlaps in some of', 100);
        $sections[$stores[$number]] += (int) $worker->line();
        $worker->finish();
    }
    foreach ($sections as $store => $count) {
        Check::between(3, 100_000, $count, "sections of $store");
    }
});

echo 'done';
?>
--EXPECT--
done
