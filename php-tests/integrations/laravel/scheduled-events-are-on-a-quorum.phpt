--TEST--
Laravel: with a quorum of servers, a background event is renewed there, and its end releases the lock, also behind sudo
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;
use Tests\QuorumSet;

Laravels::each(static function (Laravel $laravel): void {
    $servers = array_map(static fn (object $server): string => "127.0.0.1:$server->plainPort", array_slice(QuorumSet::shared()->servers(), 0, 3));
    $config = ['cache.stores.mutex.mutex' => ['lease' => LaravelArtisan::LEASE, 'scheduler' => true, 'servers' => $servers]];
    foreach (['', '->user("deploy")'] as $user) {
        $artisan = new LaravelArtisan(
            $laravel,
            "\$schedule->exec(\"\$dir/work\")->everyMinute()->withoutOverlapping(10)->runInBackground()$user;",
            $config,
        );
        $path = $artisan->sudo();
        Check::same(0, $artisan->start(['schedule:run'], $path)->wait(60), 'schedule:run');
        $artisan->runs(1);
        $name = $artisan->name();
        if ($user === '') {
            $artisan->renewed($name);
        }
        $artisan->call('schedule:run');
        $artisan->runs(1);
        $artisan->end();
        $artisan->free($name);
    }
});

echo 'done';
?>
--EXPECT--
done
