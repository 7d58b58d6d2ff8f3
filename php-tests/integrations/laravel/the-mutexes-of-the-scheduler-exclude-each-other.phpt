--TEST--
Laravel: in a deploy, the old and the new mutex of the scheduler never run an event twice at the same time
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach (['', '->runInBackground()'] as $where) {
        $artisan = new LaravelArtisan($laravel, "\$schedule->exec(\"\$dir/work\")->everyMinute()->withoutOverlapping()$where;");
        $stock = ['cache.default' => 'stock'];
        foreach ([[$stock, LaravelArtisan::SCHEDULER], [LaravelArtisan::SCHEDULER, $stock]] as $number => [$first, $second]) {
            $artisan->deploy($first);
            $run = $artisan->start(['schedule:run']);
            $artisan->runs($number + 1);
            $name = $artisan->name();
            $artisan->deploy($second);
            $artisan->call('schedule:run');
            $artisan->runs($number + 1);
            $artisan->end();
            $artisan->free($name);
            Check::same(0, $run->wait(60), 'schedule:run ends');
        }
    }
});

echo 'done';
?>
--EXPECT--
done
