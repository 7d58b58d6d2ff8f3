--TEST--
Laravel: onOneServer runs an event once a minute, though schedule:run is called in several processes
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelSchedule;
use Tests\Laravels;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    $start = static fn (string $store): Worker => LaravelSchedule::machine($laravel, $store, <<<'PHP'
        $schedule->call(static fn () => say('runs'))->name('report')->everyMinute()->onOneServer();
        $schedule->call(static fn () => say('runs on all'))->name('local')->everyMinute();
        PHP);
    $runs = static function (array $machines, string $time): array {
        foreach ($machines as $machine) {
            $machine->tell($time);
        }
        $said = [];
        foreach ($machines as $machine) {
            do {
                $said[] = $line = $machine->line(60);
            } while ($line !== 'ran');
        }
        $counts = array_count_values($said);

        return [$counts['runs'] ?? 0, $counts['runs on all'] ?? 0];
    };
    $machines = [$start('mutex'), $start('stock'), $start('leased'), $start('leased')];
    foreach (['03:00:00', '03:01:00', '03:02:00', '03:03:00'] as $time) {
        Check::same([1, 4], $runs($machines, $time), "runs at $time");
    }
    foreach (['mutex', 'leased'] as $store) {
        Check::same([0, 1], $runs([$start($store)], '03:03:59'), "runs of a machine that is late, with the store $store");
    }
});

echo 'done';
?>
--EXPECT--
done
