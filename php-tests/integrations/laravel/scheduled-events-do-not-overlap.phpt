--TEST--
Laravel: withoutOverlapping skips a scheduled event that still runs in another process
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelSchedule;
use Tests\Laravels;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    $machine = static fn (string $store): Worker => LaravelSchedule::machine($laravel, $store, <<<'PHP'
        $schedule->call(static fn () => [say('runs'), hear()])->name('report')->everyMinute()->withoutOverlapping();
        PHP);
    $end = static function (Worker $machine): void {
        $machine->tell('the event ends');
        $machine->expect('ran', 30);
    };
    $mixes = [['mutex', 'mutex'], ['mutex', 'stock'], ['stock', 'mutex']];
    foreach (['leased', 'mutex', 'stock'] as $other) {
        array_push($mixes, ['leased', $other], [$other, 'leased']);
    }
    foreach ($mixes as [$first, $second]) {
        [$one, $other] = [$machine($first), $machine($second)];
        $one->tell('03:00:00');
        $one->expect('runs', 30);
        $other->tell('03:01:00');
        $other->expect('ran', 30);
        $end($one);
        $other->tell('03:02:00');
        $other->expect('runs', 30);
        $one->tell('03:03:00');
        $one->expect('ran', 30);
        $end($other);
    }
});

echo 'done';
?>
--EXPECT--
done
