--TEST--
Laravel: the lock of a background event is renewed until the event ends, and after a crash it is free within its lease
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $artisan = new LaravelArtisan($laravel, <<<'PHP'
        $schedule->exec("$dir/work")->everyMinute()->withoutOverlapping()->runInBackground();
        // This one begins while the environment of the first one could still be there.
        $schedule->exec("true")->everyMinute()->runInBackground();
        PHP);
    $artisan->call('schedule:run');
    $artisan->runs(1);
    $name = $artisan->name();
    $keepers = LaravelArtisan::processes("keep-event.php\0$name");
    Check::same(1, count($keepers), 'processes that keep the lock');
    $owner = $artisan->store->owner($name);
    Check::same([], LaravelArtisan::processes($owner), 'command lines that show the owner token');
    // schedule:run has ended, and the lock goes on.
    $artisan->renewed($name);
    $artisan->call('schedule:run');
    $artisan->runs(1);
    Check::same($owner, $artisan->store->owner($name), 'the owner of the lock, after a run that skipped the event');

    // Its end releases the lock, and the keeper ends.
    $artisan->end();
    $artisan->free($name);
    Check::eventually(static fn (): bool => LaravelArtisan::processes("keep-event.php\0$name") === [], 60, 'the keeper ends');

    // SIGKILL of the command alone: schedule:finish releases the lock.
    $artisan->call('schedule:run');
    posix_kill($artisan->runs(2)[1], SIGKILL);
    $artisan->free($name);

    // SIGKILL of the shell around it, so that nobody calls schedule:finish: the lock stays as long as the command runs.
    $artisan->call('schedule:run');
    $artisan->runs(3);
    [$shell] = LaravelArtisan::processes("schedule:finish \"$name\"");
    posix_kill($shell, SIGKILL);
    $artisan->renewed($name);
    $artisan->end();
    $artisan->free($name);

    // A crash of the machine, where nobody can release anything.
    $artisan->call('schedule:run');
    $command = $artisan->runs(4)[3];
    $keepers = LaravelArtisan::processes("keep-event.php\0$name");
    foreach ([...$keepers, ...LaravelArtisan::processes("schedule:finish \"$name\""), $command] as $process) {
        posix_kill($process, SIGKILL);
    }
    $next = $artisan->store->lock($name, 60);
    Check::same(true, $next->block(LaravelArtisan::LEASE + 1), 'the lock is free within the lease');
    Check::same(true, $next->release(), 'release');

    // SIGKILL of the keeper alone: the command goes on without its lock, and its end leaves the lock of another owner.
    $artisan->call('schedule:run');
    $artisan->runs(5);
    array_map(static fn (int $process): bool => posix_kill($process, SIGKILL), LaravelArtisan::processes("keep-event.php\0$name"));
    Check::same(true, $next->block(LaravelArtisan::LEASE + 1), 'the lock without its keeper is free within the lease');
    $artisan->end();
    Check::eventually(static fn (): bool => LaravelArtisan::processes("schedule:finish \"$name\"") === [], 60, 'the event ends');
    Check::same(true, $next->release(), 'the lock of another owner after the end of the event');
});

echo 'done';
?>
--EXPECT--
done
