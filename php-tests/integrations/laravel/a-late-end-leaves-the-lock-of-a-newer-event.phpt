--TEST--
Laravel: the end of a background event leaves the lock of a newer run, and releases a lock that an older mutex made
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $old = [
        'the stock driver' => ['cache.default' => 'stock'],
        'this driver' => [],
    ];
    $new = ['the same mutex' => LaravelArtisan::SCHEDULER] + $old;
    $artisan = new LaravelArtisan($laravel, '$schedule->exec("$dir/work")->everyMinute()->withoutOverlapping()->runInBackground();');
    $count = 0;
    $begin = static function (array $config) use ($artisan, &$count): array {
        $artisan->deploy($config);
        $artisan->call('schedule:run');
        $command = $artisan->runs(++$count)[$count - 1];
        // The configuration of the processes that begin later.
        $artisan->deploy(LaravelArtisan::SCHEDULER);
        $stat = explode(' ', file_get_contents("/proc/$command/stat"));

        return [$command, (int) $stat[3]];
    };
    $end = static function (array $run): void {
        [$command, $shell] = $run;
        posix_kill($command, SIGKILL);
        $lives = static fn (): bool => in_array($shell, LaravelArtisan::processes('schedule:finish'), true);
        Check::eventually(static fn (): bool => !$lives(), 60, 'the finishing process ends');
    };

    foreach ($new as $mutex => $config) {
        $first = $begin($config);
        $name = $artisan->name();
        $artisan->call('schedule:clear-cache');
        Check::same(null, $artisan->store->owner($name), 'schedule:clear-cache releases the lock');
        $second = $begin(LaravelArtisan::SCHEDULER);
        $owner = $artisan->store->owner($name);
        $end($first);
        Check::same($owner, $artisan->store->owner($name), "the owner after the end of an older run with $mutex");
        $artisan->renewed($name);
        $end($second);
        $artisan->free($name);
    }

    // The new mutex came in a deploy while the event ran.
    foreach ($old as $mutex => $config) {
        $run = $begin($config);
        $end($run);
        Check::same(null, $artisan->store->owner($name), "the owner after the end of a run with $mutex");
    }
});

echo 'done';
?>
--EXPECT--
done
