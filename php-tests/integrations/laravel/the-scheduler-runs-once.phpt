--TEST--
Laravel: onOneServer and withoutOverlapping of the scheduler run an event once
--FILE--
<?php
use Illuminate\Console\CacheCommandMutex;
use Illuminate\Console\Command;
use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\Event;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach ([['mutex', 'mutex'], ['mutex', 'stock'], ['stock', 'mutex']] as [$one, $other]) {
        $event = static fn (): Event => new Event(new CacheEventMutex($laravel->app->make('cache')), "$laravel->prefix:$one:$other", 'UTC');
        $now = new \DateTimeImmutable('2030-01-01 03:00');
        $servers = [];
        foreach ([$one, $other] as $store) {
            $mutex = new CacheSchedulingMutex($laravel->app->make('cache'));
            $servers[] = $mutex->useStore($store);
        }
        Check::same(true, $servers[0]->create($event(), $now), "$one: onOneServer");
        Check::same(false, $servers[1]->create($event(), $now), "$other: onOneServer at the same minute");
        Check::same(true, $servers[1]->exists($event(), $now), "$other: it exists");
        Check::same(true, $servers[1]->create($event(), $now->modify('+1 minute')), "$other: onOneServer a minute later");

        $mutexes = [];
        foreach ([$one, $other] as $store) {
            $mutex = new CacheEventMutex($laravel->app->make('cache'));
            $mutexes[] = $mutex->useStore($store);
        }
        Check::same(false, $mutexes[1]->exists($event()), "$other: withoutOverlapping, before");
        Check::same(true, $mutexes[0]->create($event()), "$one: withoutOverlapping");
        Check::same(true, $mutexes[1]->exists($event()), "$other: it exists");
        Check::same(false, $mutexes[1]->create($event()), "$other: withoutOverlapping meanwhile");
        $mutexes[0]->forget($event());
        Check::same(true, $mutexes[1]->create($event()), "$other: withoutOverlapping after that");
    }

    // A command that is Isolatable: Laravel has them since 9.
    if (class_exists(CacheCommandMutex::class)) {
        $command = (new Command())->setName('import');
        $mutex = static fn (string $store): CacheCommandMutex =>
            (new CacheCommandMutex($laravel->app->make('cache')))->useStore($store);
        Check::same(true, $mutex('mutex')->create($command), 'the first run');
        Check::same(false, $mutex('mutex')->create($command), 'a second run');
        Check::same(false, $mutex('stock')->create($command), 'a second run with the stock driver');
        $mutex('mutex')->forget($command);
        Check::same(true, $mutex('stock')->create($command), 'a later run with the stock driver');
        Check::same(false, $mutex('mutex')->create($command), 'a run beside it');
    }
    Check::same($laravel->version() >= 9, class_exists(CacheCommandMutex::class), 'the versions that have them');
});

echo 'done';
?>
--EXPECT--
done
