--TEST--
Laravel: a background event whose lock no process can renew has it for the minutes of withoutOverlapping, and releases it at its end
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    // A PHP that cannot start the process, and one whose process has no extension.
    foreach (['exit 1', 'shift; exec ' . escapeshellarg(PHP_BINARY) . ' -n ' . dirname(__DIR__, 3) . '/integrations/laravel/bin/keep-event.php'] as $instead) {
        $artisan = new LaravelArtisan(
            $laravel,
            '$schedule->exec("$dir/work")->everyMinute()->withoutOverlapping(10)->runInBackground();',
            instead: "case \$1 in */keep-event.php) $instead ;; esac",
        );
        $printed = $artisan->call('schedule:run');
        $artisan->runs(1);
        $name = $artisan->name();
        $warning = "The lock \"$name\" of a scheduled event cannot be renewed, so after a crash it stays for 10 minutes: ";
        Check::same(true, str_contains($printed, $warning), "the log:\n$printed");
        Check::between(500, 600, $artisan->store->strings($name, 1)[0]['remaining'], 'seconds of the lock');
        $artisan->call('schedule:run');
        $artisan->runs(1);
        $artisan->end();
        $artisan->free($name);
    }

    // Behind sudo, which gives the command another environment.
    $artisan = new LaravelArtisan($laravel, <<<'PHP'
        $schedule->exec("$dir/work")->everyMinute()->withoutOverlapping(10)->runInBackground()->user("deploy");
        PHP);
    $path = $artisan->sudo();
    Check::same(0, $artisan->start(['schedule:run'], $path)->wait(60), 'schedule:run');
    $artisan->runs(1);
    $name = $artisan->name();
    Check::between(500, 600, $artisan->store->strings($name, 1)[0]['remaining'], 'seconds of the lock behind sudo');
    $artisan->end();
    $artisan->free($name);
});

echo 'done';
?>
--EXPECT--
done
