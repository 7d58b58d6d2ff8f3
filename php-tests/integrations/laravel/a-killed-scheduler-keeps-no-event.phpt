--TEST--
Laravel: after SIGKILL of schedule:run, the lock of a foreground event is free within its lease
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach ([
        '$schedule->call(static fn () => passthru("$dir/work"))->name("report")->everyMinute()->withoutOverlapping();',
        '$schedule->exec("$dir/work")->everyMinute()->withoutOverlapping();',
    ] as $event) {
        $artisan = new LaravelArtisan($laravel, $event);
        $run = $artisan->start(['schedule:run']);
        $artisan->runs(1);
        $name = $artisan->name();
        $artisan->renewed($name);
        // A second machine skips the event.
        $artisan->call('schedule:run');
        $artisan->runs(1);

        $run->kill();
        $next = $artisan->store->lock($name, 60);
        Check::same(true, $next->block(LaravelArtisan::LEASE + 1), "$event: the lock is free within the lease");
        Check::same(true, $next->release(), 'release');
        // What the killed process had started runs on without it.
        $artisan->end();

        // The event runs again, and its end releases the lock.
        $run = $artisan->start(['schedule:run']);
        $artisan->runs(2);
        Check::same($name, $artisan->name(), 'the same lock');
        $artisan->end();
        Check::same(0, $run->wait(60), "$event: schedule:run ends");
        Check::same(null, $artisan->store->owner($name), "$event: the lock is free after the event");
    }
});

echo 'done';
?>
--EXPECT--
done
