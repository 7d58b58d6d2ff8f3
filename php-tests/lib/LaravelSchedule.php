<?php
/*
 * A machine whose cron calls `schedule:run`: a process with the application, which calls the command when the test says the
 * time. Used by php-tests/integrations/laravel and LaravelArtisan.
 */

declare(strict_types=1);

namespace Tests;

use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Console\Scheduling\ScheduleRunCommand;
use Illuminate\Console\View\Components\Factory;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Support\Carbon;

final class LaravelSchedule
{
    private const LEASED = [
        'cache.stores.leased' => [
            'driver' => 'redis-mutex', 'connection' => 'cache', 'lock_connection' => 'default', 'mutex' => ['scheduler' => true],
        ],
    ];

    /**
     * It hears a time, as `03:00:00`, runs what is due then, and says `ran`.
     *
     * @param string $store the store of its mutexes; `leased`: with the mutexes of the package
     * @param string $events PHP code that adds events to $schedule
     */
    public static function machine(Laravel $laravel, string $store, string $events): Worker
    {
        return $laravel->worker(
            'while (true) {
                $schedule = Tests\LaravelSchedule::at($laravel, hear());
                ' . $events . '
                $laravel->artisan("schedule:run");
                say("ran");
            }',
            [],
            ['cache.default' => $store] + ($store === 'leased' ? self::LEASED : []),
        );
    }

    /** Inside the process: everything that a process of cron makes anew. */
    public static function at(Laravel $laravel, string $time): Schedule
    {
        Carbon::setTestNow("2030-01-01 $time");

        return self::now($laravel);
    }

    /** Inside the process: an empty schedule, and the command that runs it. */
    public static function now(Laravel $laravel): Schedule
    {
        $app = $laravel->app;
        self::printNothing($app);
        $kernel = $app->make(Kernel::class);
        $kernel->registerCommand($app->make(ScheduleRunCommand::class));
        // Since 11 another provider binds it, which the small application does not have.
        $app->singletonIf(Schedule::class, static fn (): Schedule => $kernel->resolveConsoleSchedule());
        $app->forgetInstance(Schedule::class);

        return $app->make(Schedule::class);
    }

    /** Since 9 `schedule:run` prints through HTML, for which PHP needs a module more. Nobody reads what it prints. */
    public static function printNothing(Application $app): void
    {
        $app->bind(Factory::class, static fn (): object => new class {
            public function __call(string $component, array $arguments): mixed
            {
                return $component === 'task' ? $arguments[1]() : null;
            }
        });
    }
}
