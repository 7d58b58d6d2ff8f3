--TEST--
Laravel: the examples of its page run and print what stands below them, with the configuration of the page
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Page;
use Tests\QuorumSet;
use Tests\SentinelSet;

Laravels::each(static function (Laravel $laravel): void {
    $page = new Page(dirname(__DIR__, 3), 'docs/laravel.md');
    $flexible = 'the tests of Laravel run it, where it has flexible()';
    $part = 'a part of the job on the page about jobs';
    $blocks = ['lines of config/cache.php' => [], 'the tests of Laravel run it' => [], $flexible => [], $part => []];
    foreach ($page->blocks as $number => $block) {
        if ($block->language === 'php') {
            $blocks[$block->notRun()][] = [$block, $page->blocks[$number + 1]];
        }
    }
    Check::same(['lines of config/cache.php', 'the tests of Laravel run it', $flexible, $part], array_keys($blocks), 'the kinds of blocks');
    $jobs = (new Page(dirname(__DIR__, 3), 'docs/laravel-jobs.md'))->text;
    Check::same([true], array_map(static fn (array $found): bool => str_contains($jobs, $found[0]->text), $blocks[$part]), 'the part of the job');
    $run = 0;
    $redis = $laravel->app->make('config')->get('database.redis');
    $shop = ['database.default' => 'shop', 'database.connections.shop' => ['driver' => 'sqlite', 'database' => ':memory:', 'prefix' => '']];
    foreach (['locks-a', 'locks-b', 'locks-c'] as $number => $name) {
        $redis[$name] = ['host' => '127.0.0.1', 'port' => QuorumSet::shared()->servers()[$number]->plainPort];
    }
    // What stands on the page for the sentinels of the reader.
    $sentinels = ["'mymaster'" => var_export(SentinelSet::SERVICE, true)];
    foreach (SentinelSet::shared()->sentinels() as $number => $sentinel) {
        $sentinels['10.0.0.' . 5 + $number . ':26379'] = "127.0.0.1:$sentinel->plainPort";
    }
    $store = static fn (string $text): array => eval('return [' . strtr($text, $sentinels) . '];');
    $stores = array_map(static fn (array $found): array => [$found[0]->line, $store($found[0]->text)], $blocks['lines of config/cache.php']);
    // The last configuration has all settings, and the examples run with it.
    usort($stores, static fn (array $one, array $other): int => count($one[1]['redis']['mutex'] ?? []) <=> count($other[1]['redis']['mutex'] ?? []));
    foreach ($stores as [$line, $store]) {
        $application = $laravel->again(['database.redis' => $redis, 'cache.stores.redis' => $store['redis'], 'cache.default' => 'redis'] + $shop);
        Check::same(true, $application->cache('redis')->lock("of line $line", 10)->get(), "a lock with the store of line $line");
        $run++;
    }
    $database = $application->app->make('db');
    $database->statement('CREATE TABLE orders (id INT PRIMARY KEY, paid INT NOT NULL)');
    $database->table('orders')->insert(['id' => 42, 'paid' => 0]);
    $database->statement('CREATE TABLE imports (id INT PRIMARY KEY, fence INT NOT NULL, products INT NOT NULL)');
    $database->table('imports')->insert(['id' => 7, 'fence' => 0, 'products' => 0]);
    $isFlexible = method_exists(Illuminate\Cache\Repository::class, 'flexible');
    foreach ([...$blocks['the tests of Laravel run it'], ...($isFlexible ? $blocks[$flexible] : [])] as [$example, $printed]) {
        Check::same('text', $printed->language, "the block behind line $example->line says what is printed");
        ob_start();
        (static fn () => eval($example->text))();
        Check::same($printed->text, ob_get_clean(), "what line $example->line prints");
        $run++;
    }
    Check::same($isFlexible ? 18 : 17, $run, 'how many blocks were run');
});

echo 'done';
?>
--EXPECT--
done
