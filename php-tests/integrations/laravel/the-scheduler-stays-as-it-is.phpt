--TEST--
Laravel: without the setting "scheduler", the scheduler has Laravel's own mutexes, and with it those of the package for that store
--FILE--
<?php
use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\Event;
use Illuminate\Console\Scheduling\EventMutex;
use Illuminate\Console\Scheduling\SchedulingMutex;
use RedisMutexLock\Laravel\MutexStore;
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelArtisan;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach ([[], ['scheduler' => false], ['scheduler' => '']] as $mutex) {
        $app = $laravel->again(['cache.stores.mutex.mutex' => $mutex])->app;
        Check::same([false, false], [$app->bound(EventMutex::class), $app->bound(SchedulingMutex::class)], json_encode($mutex));
    }
    $application = $laravel->again(LaravelArtisan::SCHEDULER);
    Check::same(RedisMutexLock\Laravel\Scheduling\EventMutex::class, $application->app->make(EventMutex::class)::class, 'with it');
    Check::same(RedisMutexLock\Laravel\Scheduling\SchedulingMutex::class, $application->app->make(SchedulingMutex::class)::class, 'with it');

    // Another store of the same application: the lock of Laravel's mutex has minutes, and outlives its object.
    $mutex = $application->app->make(EventMutex::class)->useStore('stock');
    $event = new Event($mutex, 'work', 'UTC');
    Check::same(true, $mutex->create($event), 'create');
    $stock = (new CacheEventMutex($application->app->make('cache')))->useStore('stock');
    Check::same(true, $stock->exists($event), 'it exists for the mutex of Laravel');
    Check::same(false, $stock->create($event), 'a second one');
    $mutex->forget($event);
    Check::same(false, $mutex->exists($event), 'it is released');

    // A look at a mark of onOneServer() leaves it as it is.
    $marks = $application->app->make(SchedulingMutex::class);
    $time = new \DateTimeImmutable('2030-01-01 03:00');
    Check::same(false, $marks->exists($event, $time), 'a mark before its time');
    Check::same(true, $marks->create($event, $time), 'the mark');
    $store = MutexStore::ofScheduler($application->app->make('cache'), null, CacheSchedulingMutex::class);
    // A machine whose clock is slow comes later, when the lease is over.
    Check::between(3500, 3600, $store->string($event->mutexName() . '0300')['remaining'], 'seconds of the mark');
    Check::same([true, true], [$marks->exists($event, $time), $marks->exists($event, $time)], 'the mark is there');
    Check::same(false, $marks->create($event, $time), 'the mark again');
    Check::same(true, $marks->create($event, $time->modify('+1 minute')), 'the mark of the next minute');
});

echo 'done';
?>
--EXPECT--
done
