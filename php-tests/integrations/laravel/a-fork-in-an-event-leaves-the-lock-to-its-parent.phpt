--TEST--
Laravel: a scheduled event that forks keeps its lock when the child returns, and a lock that is lost meanwhile is logged
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $artisan = new LaravelArtisan($laravel, <<<'PHP'
        $schedule->call(static function () use ($dir): void {
            $child = pcntl_fork();
            if ($child !== 0) {
                pcntl_waitpid($child, $status);
                passthru("$dir/work");
            }
        })->name("report")->everyMinute()->withoutOverlapping();
        PHP);
    $run = $artisan->start(['schedule:run']);
    // The child has ended by then, as schedule:run does.
    $artisan->runs(1);
    $name = $artisan->name();
    $artisan->renewed($name);
    $artisan->end();
    Check::same(0, $run->wait(60), 'schedule:run ends');
    Check::same(null, $artisan->store->owner($name), 'the event has released the lock');
    Check::same(false, str_contains($artisan->log(), 'was lost'), "the log:\n{$artisan->log()}");

    // An operator releases the lock, and another one has it by the end of the event.
    $run = $artisan->start(['schedule:run']);
    $artisan->runs(2);
    Check::same(true, $artisan->store->forceUnlock($name), 'the operator releases the lock');
    $other = $artisan->store->lock($name, 60);
    Check::same(true, $other->get(), 'the lock of another run');
    $artisan->end();
    Check::same(0, $run->wait(60), 'schedule:run ends');
    $warning = "The lock \"$name\" of a scheduled event was lost while the event ran, so another run may have worked at the same time.";
    Check::same(1, substr_count($artisan->log(), $warning), "the log:\n{$artisan->log()}");
    Check::same($other->owner(), $artisan->store->owner($name), 'the owner stays');
    $other->release();
});

echo 'done';
?>
--EXPECT--
done
