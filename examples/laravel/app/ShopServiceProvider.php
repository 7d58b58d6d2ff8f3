<?php

declare(strict_types=1);

namespace App;

use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Support\Facades\Event;
use Illuminate\Support\ServiceProvider;
use RedisMutexLock\Laravel\Events\LockLost;

/** What the shop does by itself: scheduled imports, and a line for the people on duty when a lock is lost. */
final class ShopServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        Event::listen(LockLost::class, static function (LockLost $event): void {
            error_log(sprintf('The lock %s was lost after %.1f s.', $event->name, $event->held));
        });
        // With 'scheduler' in config/cache.php, the locks of these events end soon after a crash, and not after a day.
        $this->app->afterResolving(Schedule::class, static function (Schedule $schedule): void {
            $schedule->command('prices:import', ['acme'])->everyMinute()->withoutOverlapping();
            $schedule->command('prices:import', ['globex'])->everyMinute()->withoutOverlapping()->runInBackground();
        });
    }
}
