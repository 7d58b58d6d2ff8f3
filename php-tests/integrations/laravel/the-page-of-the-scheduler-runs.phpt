--TEST--
Laravel: the blocks of the page of the scheduler run, and lock:list shows the events as the page does
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;
use Tests\Page;

Laravels::each(static function (Laravel $laravel): void {
    $page = new Page(dirname(__DIR__, 3), 'docs/laravel-scheduler.md');
    $blocks = $shown = [];
    foreach ($page->blocks as $block) {
        if ($block->language === 'php') {
            $blocks[$block->notRun()][] = $block->text;
        } elseif ($block->language === 'text') {
            $shown[] = $block->text;
        }
    }
    $stores = $blocks['lines of config/cache.php'];
    $schedules = $blocks['the tests of Laravel run it'];
    Check::same([2, 2, 2, 1], [count($blocks), count($stores), count($schedules), count($shown)], 'the blocks');

    // The commands that the page names, whose functions Laravel binds. Each begins as `work`, so that the test sees it, and lets it end.
    $commands = <<<'PHP'
        $console = $laravel->app->make(Illuminate\Contracts\Console\Kernel::class);
        foreach (['orders:import', 'report:make'] as $command) {
            $console->registerCommand(new Illuminate\Foundation\Console\ClosureCommand($command, fn () => passthru("$dir/work")));
        }
        $console->registerCommand(new Illuminate\Foundation\Console\ClosureCommand('mail:digest', fn () => null));
        PHP;
    $store = static fn (string $lines): array => eval("return [$lines];");

    $artisan = new LaravelArtisan($laravel, "$commands\n$schedules[0]", ['cache.default' => 'redis', 'cache.stores.redis' => $store($stores[0])['redis']]);
    $run = $artisan->start(['schedule:run']);
    // The event in the foreground holds up those behind it.
    $artisan->runs(1);
    $artisan->end();
    $artisan->runs(2);
    Check::same(0, $run->wait(60), 'schedule:run ends');
    $again = $artisan->start(['schedule:run']);
    $artisan->runs(3);
    $names = static function (string $table): array {
        preg_match_all('/^\| (event: \S+(?: at )?)/m', $table, $found);

        // The order is that of the hashes, and between two runs a minute may end.
        sort($found[1]);

        return array_values(array_unique($found[1]));
    };
    $listed = $artisan->call('lock:list');
    Check::same($names($shown[0]), $names($listed), "the events of\n$listed");
    Check::same(strtok($shown[0], "|\n"), '+-----------------------------+------------+---------+----------+-------------------+--------+', 'the table of the page');
    foreach (['Name', 'Expires in', 'Waiting', 'Owner', 'Held by', 'Oldest'] as $column) {
        Check::same([true, true], [str_contains($listed, "| $column "), str_contains($shown[0], "| $column ")], $column);
    }
    preg_match('/the field `(\w+)` has the name of the lock, and `(\w+)`\s/', $page->text, $fields);
    $meanings = array_column(json_decode($artisan->call('lock:list', '--json'), true), $fields[2], $fields[1]);
    Check::same($names($listed), $names(implode("\n", array_map(static fn (string $text): string => "| $text", $meanings))), 'the fields that the page names');
    Check::same([], array_filter(array_keys($meanings), static fn (string $name): bool => !str_starts_with($name, 'framework/schedule-')), 'names of locks');
    $artisan->call('schedule:clear-cache');
    $artisan->end();
    $artisan->end();
    Check::same(0, $again->wait(60), 'schedule:run ends');
    // Behind the event in the foreground, it found the lock of the other one cleared.
    $artisan->runs(4);
    $name = $artisan->name();
    $artisan->end();
    $artisan->free($name);

    // The store for the scheduler alone.
    $artisan = new LaravelArtisan($laravel, "$commands\n$schedules[1]", ['cache.default' => 'stock', 'cache.stores.scheduler' => $store($stores[1])['scheduler']]);
    $artisan->call('schedule:run');
    $artisan->runs(1);
    $name = $artisan->name();
    Check::between(1, 60, $artisan->store->strings($name, 1)[0]['remaining'], 'seconds of the lease');
    $artisan->end();
    $artisan->free($name);
});

echo 'done';
?>
--EXPECT--
done
