<?php
/*
 * The scheduled events that locks belong to, because the name of such a lock has only a hash of the event. The application's
 * own schedule says what the event is. A schedule that cannot be read leaves the names as they are. LockNames and ListLocks use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Illuminate\Console\Application as Artisan;
use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\CallbackEvent;
use Illuminate\Console\Scheduling\Event;
use Illuminate\Console\Scheduling\Schedule;
use Illuminate\Contracts\Container\Container;
use Throwable;

final class EventNames
{
    /** How the name of each lock begins that Laravel makes for an event. */
    private const BEGINNING = 'framework/schedule-';

    /** How long the hash of the event behind it is. */
    private const HASH = 40;

    /** @var array<string, string>|null what the events are, by the names of their locks */
    private ?array $events = null;

    public function __construct(private readonly Container $app)
    {
    }

    /**
     * Returns which mutex of Laravel makes a lock with such a name. Null: the lock belongs to no event.
     *
     * @return class-string|null
     */
    public static function mutexOf(string $name): ?string
    {
        if (!str_starts_with($name, self::BEGINNING)) {
            return null;
        }

        return strlen($name) > strlen(self::BEGINNING) + self::HASH ? CacheSchedulingMutex::class : CacheEventMutex::class;
    }

    /** Returns what an event is: its description, or its command. Null: the schedule knows no event with this lock. */
    public function of(string $name): ?string
    {
        $mutex = self::mutexOf($name);
        if ($mutex === null) {
            return null;
        }
        $events = $this->events ??= $this->read();
        if ($mutex === CacheEventMutex::class) {
            return isset($events[$name]) ? "event: $events[$name]" : null;
        }
        // The mark of onOneServer() has the time of the run behind the name of the event.
        $event = $events[substr($name, 0, -4)] ?? null;

        return $event === null ? null : "event: $event at " . substr($name, -4, 2) . ':' . substr($name, -2);
    }

    /** @return array<string, string> */
    private function read(): array
    {
        $events = [];
        try {
            /** @var Schedule $schedule */
            $schedule = $this->app->make(Schedule::class);
            foreach ($schedule->events() as $event) {
                $events[$event->mutexName()] ??= self::about($event);
            }
        } catch (Throwable) {
            // The operator has a lock to look for, and not a schedule to mend.
        }

        return $events;
    }

    private static function about(Event $event): string
    {
        return is_string($event->description) || $event instanceof CallbackEvent
            ? $event->getSummaryForDisplay()
            : trim(str_replace(Artisan::formatCommandString(''), '', (string) $event->command));
    }
}
