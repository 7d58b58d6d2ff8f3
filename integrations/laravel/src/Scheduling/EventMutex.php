<?php
/*
 * The mutex of withoutOverlapping() of Laravel's scheduler, whose lock ends soon after a crash. A run releases its own lock
 * alone, never that of a newer run, and only an operator's schedule:clear-cache releases the lock of any owner. A cache store
 * without "scheduler" in its "mutex" has Laravel's own mutex. MutexServiceProvider binds it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Scheduling;

use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\Event;
use Illuminate\Contracts\Cache\Factory;
use Illuminate\Contracts\Foundation\Application;
use RedisMutexLock\Laravel\Console\Cell;
use RedisMutexLock\Laravel\MutexStore;
use RedisMutexLockException;
use RuntimeException;
use Throwable;

final class EventMutex extends CacheEventMutex
{
    /** @var array<string, EventLock|null> the runs of this process by the names of their locks; null: the run is over */
    private array $runs = [];

    public function __construct(Factory $cache, private readonly Application $app)
    {
        parent::__construct($cache);
    }

    /** @return bool */
    public function create(Event $event)
    {
        $store = MutexStore::ofScheduler($this->cache, $this->store, parent::class);
        if ($store === null) {
            return parent::create($event);
        }
        $name = $event->mutexName();
        $lock = $event->runInBackground ? $this->background($store, $event, $name) : EventLock::renewed($store, $name);
        if ($lock === null) {
            return false;
        }
        $this->runs[$name] = $lock;
        EventLock::announce($event->runInBackground ? $lock : null, $name);

        return true;
    }

    /** @return bool */
    public function exists(Event $event)
    {
        $store = MutexStore::ofScheduler($this->cache, $this->store, parent::class);

        return $store === null ? parent::exists($event) : $store->owner($event->mutexName()) !== null;
    }

    /** @return void */
    public function forget(Event $event)
    {
        $store = MutexStore::ofScheduler($this->cache, $this->store, parent::class);
        if ($store === null) {
            parent::forget($event);

            return;
        }
        $name = $event->mutexName();
        // An event that ends asks in this function, and the only other one who asks is an operator, whom Laravel does not name.
        $caller = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 2)[1]['function'] ?? '';
        if ($caller !== 'removeMutex') {
            $store->forceUnlock($name);
        } elseif (array_key_exists($name, $this->runs)) {
            // Laravel 8 asks a second time at the end of the process, when another run may have the lock.
            $run = $this->runs[$name];
            $this->runs[$name] = null;
            $this->end($run, $name);
        } else {
            $this->finish($store, $name, $event->expiresAt * 60);
        }
    }

    /** Leaves the locks of background events to these, as soon as Laravel has started them. */
    public function leave(): void
    {
        EventLock::announce(null);
        foreach ($this->runs as $run) {
            $run?->leave();
        }
    }

    private function background(MutexStore $store, Event $event, string $name): ?EventLock
    {
        // Behind sudo, a process has another environment, so nobody would see which run it belongs to.
        if (!$event->user) {
            try {
                return EventLock::kept($store, $name);
            } catch (RedisMutexLockException $e) {
                throw $e;
            } catch (RuntimeException $e) {
                $this->warn(
                    $name,
                    "cannot be renewed, so after a crash it stays for $event->expiresAt minutes: " . Cell::quoted($e->getMessage()),
                );
            }
        }

        return EventLock::lasting($store, $name, $event->expiresAt * 60);
    }

    /**
     * Releases the lock of a background event whose command has ended, in a process that was started behind the command.
     *
     * @param int|float $seconds the lifetime of a lock that nobody renews
     */
    private function finish(MutexStore $store, string $name, int|float $seconds): void
    {
        $run = EventLock::ofThisRun($store, $name);
        if ($run !== null) {
            $this->end($run, $name);

            return;
        }
        // The run has no token, because Laravel's own mutex began it, or because of sudo.
        $owner = $store->owner($name);
        if ($owner === null || $owner === '') {
            return;
        }
        // Before the lifetime is asked for, time may pass, which makes the lock older and never younger than the run.
        $ran = RunAge::ofThisProcess();
        if (!self::isOfNewerRun($seconds, $store->remaining($name), $store->lease(), $ran)) {
            $store->unlockOf($name, $owner);
        }
    }

    /** Returns whether a lock is of a newer run than the one that has run for `$ran` seconds, as far as the system says that. */
    private static function isOfNewerRun(int|float $seconds, float $left, int|float $lease, ?float $ran): bool
    {
        // This run has a lock with minutes, while a run with a token has one that ends within the lease.
        if ($left <= $lease) {
            return true;
        }
        $age = $seconds - $left;

        // A lock with a longer lifetime has the minutes of an older schedule. Clocks may differ by a thousandth, and ticks are coarse.
        return $ran !== null && $age >= 0 && $age < $ran * 0.999 - 0.1;
    }

    private function end(?EventLock $run, string $name): void
    {
        if ($run?->release() === false) {
            $this->warn($name, 'was lost while the event ran, so another run may have worked at the same time.');
        }
    }

    private function warn(string $name, string $what): void
    {
        try {
            $this->app->make('log')->warning('The lock ' . Cell::quoted($name) . " of a scheduled event $what");
        } catch (Throwable) {
            // A log that cannot be written must not stop the event.
        }
    }
}
