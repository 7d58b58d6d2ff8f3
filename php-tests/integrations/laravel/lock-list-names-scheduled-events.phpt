--TEST--
Laravel: lock:list shows what a scheduled event is, and lock:release and schedule:clear-cache release its lock
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $artisan = new LaravelArtisan($laravel, <<<'PHP'
        $schedule->exec("$dir/work")->everyMinute()->withoutOverlapping()->runInBackground()->name("Make the report");
        $schedule->exec("$dir/work", ["--orders"])->everyMinute()->withoutOverlapping()->runInBackground();
        $schedule->command("lock:check", ["--json"])->everyMinute()->onOneServer();
        PHP);
    $work = $artisan->file('work');
    $other = $laravel->cache()->lock('order:42', 90);
    Check::same(true, $other->get(), 'get');
    $artisan->call('schedule:run');
    $artisan->runs(2);

    $events = static function (string ...$options) use ($artisan): array {
        $found = array_map(
            static fn (array $row): ?string => $row['meaning'] ?? null,
            array_column(json_decode($artisan->call('lock:list', '--json', ...$options), true), null, 'name'),
        );
        asort($found);

        return $found;
    };
    $found = $events();
    $shown = preg_replace('/\d\d:\d\d$/D', '03:00', $found);
    Check::same(['', "event: $work --orders", 'event: Make the report', 'event: lock:check --json at 03:00'], array_map(strval(...), array_values($shown)), 'the events');
    Check::same('order:42', array_key_first($found), 'the name of a lock without an event');
    $table = $artisan->call('lock:list');
    foreach (['order:42', "event: $work --orders", 'event: Make the report', 'event: lock:check --json at '] as $name) {
        Check::same(true, str_contains($table, "| $name"), "$name in\n$table");
    }
    Check::same(false, str_contains($table, 'framework/schedule'), "a hash in\n$table");
    Check::same(4, count($events('--all', '*')), 'nothing twice, and no cache value');

    // One of them, and then all.
    $orders = (string) array_search("event: $work --orders", $found, true);
    Check::same("Released [$orders].\n", $artisan->call('lock:release', $orders, '--force'), 'lock:release');
    Check::same(false, in_array("event: $work --orders", $events(), true), 'the lock is released');
    $mark = (string) array_key_last(array_filter($found, static fn (?string $event): bool => str_contains((string) $event, ' at ')));
    Check::same("Released [$mark].\n", $artisan->call('lock:release', $mark, '--force'), 'lock:release of a mark');
    $artisan->call('schedule:clear-cache');
    Check::same(['order:42' => null], $events(), 'what schedule:clear-cache leaves');
    // The application may know other events by now.
    $artisan->end();
    $artisan->end();
    $other->release();
});

echo 'done';
?>
--EXPECT--
done
