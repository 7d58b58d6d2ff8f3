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
    $begin = static function (array $config) use ($artisan, &$count): int {
        $artisan->deploy($config);
        $artisan->call('schedule:run');
        $command = $artisan->runs(++$count)[$count - 1];
        // The configuration of the processes that begin later.
        $artisan->deploy(LaravelArtisan::SCHEDULER);

        return $command;
    };

    foreach ($new as $mutex => $config) {
        $first = $begin($config);
        $name = $artisan->name();
        $artisan->call('schedule:clear-cache');
        Check::same(null, $artisan->store->owner($name), 'schedule:clear-cache releases the lock');
        $second = $begin(LaravelArtisan::SCHEDULER);
        $owner = $artisan->store->owner($name);
        LaravelArtisan::kill($first);
        Check::same($owner, $artisan->store->owner($name), "the owner after the end of an older run with $mutex");
        $artisan->renewed($name);
        LaravelArtisan::kill($second);
        $artisan->free($name);
    }

    // The new mutex came in a deploy while the event ran.
    foreach ($old as $mutex => $config) {
        $run = $begin($config);
        LaravelArtisan::kill($run);
        Check::same(null, $artisan->store->owner($name), "the owner after the end of a run with $mutex");
    }
});

echo 'done';
?>
--EXPECT--
done
