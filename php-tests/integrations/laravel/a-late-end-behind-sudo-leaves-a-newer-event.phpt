--TEST--
Laravel: behind sudo, the late end of a background event leaves the lock of a newer run, which has minutes too, and its own end releases it
--FILE--
<?php
use Tests\Check;
use Tests\Deadline;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $artisan = new LaravelArtisan($laravel, <<<'PHP'
        $schedule->exec("$dir/work")->everyMinute()->withoutOverlapping(10)->runInBackground()->user("deploy");
        PHP);
    $count = 0;
    // Some shells become schedule:finish, which is their last command. Others stay and start it, as one with a command more does.
    $shells = [
        'sh' => 'shift 4; exec $out sh "$@"',
        'bash' => 'shift 4; exec $out bash "$@"',
        'a shell that stays' => 'shift 5; exec $out sh -c "$(printf %s "$1" | sed \'s/ "$?") > / "$?"; true) > /\')"',
    ];
    foreach ($shells as $shell => $command) {
        $path = $artisan->sudo($command);
        $begin = static function () use ($artisan, $path, &$count): int {
            Check::same(0, $artisan->start(['schedule:run'], $path)->wait(60), 'schedule:run');

            return $artisan->runs(++$count)[$count - 1];
        };
        $first = $begin();
        $name = $artisan->name();
        // Only time tells the two locks apart.
        $apart = Deadline::in(1);
        Check::eventually($apart->passed(...), 60, 'a second');
        $artisan->store->forceUnlock($name);
        $second = $begin();
        $owner = $artisan->store->owner($name);
        LaravelArtisan::kill($first);
        Check::same($owner, $artisan->store->owner($name), "the owner after the end of the first run behind $shell");
        LaravelArtisan::kill($second);
        Check::same(null, $artisan->store->owner($name), "the owner after the end of the second run behind $shell");
    }
});

echo 'done';
?>
--EXPECT--
done
