<?php
/*
 * Tells an application what happens to its locks: by events to its listeners, and by lines of its log if "log" of the store's
 * settings is on. Where nobody listens and nothing is logged, no event is made, and in no case a command is sent to Redis. What a
 * listener throws is reported, and never reaches the code that uses a lock. MutexServiceProvider makes it, and MutexLock calls it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\Testing\Fakes\EventFake;
use RedisMutexLock\Laravel\Console\Cell;
use RedisMutexLock\Laravel\Events\LockAcquired;
use RedisMutexLock\Laravel\Events\LockLost;
use RedisMutexLock\Laravel\Events\LockRefused;
use RedisMutexLock\Laravel\Events\LockReleased;
use Throwable;

final class Announcer
{
    /** Whether there are lines in the log. */
    private readonly bool $isLogged;

    /** The channel of the log. Null: the default one. */
    private readonly ?string $channel;

    /** @param mixed $log what "log" of the settings has: whether there are lines in the log, or the name of its channel */
    public function __construct(private readonly Application $app, mixed $log)
    {
        // As for other settings, "off" and '' are false.
        $flag = filter_var($log ?? false, FILTER_VALIDATE_BOOL, FILTER_NULL_ON_FAILURE);
        $this->isLogged = $flag !== false;
        $this->channel = $flag === null && is_string($log) ? $log : null;
    }

    /**
     * Returns whether somebody wants to know of such an event.
     *
     * @param class-string $event
     */
    public function wants(string $event): bool
    {
        if ($this->isLogged) {
            return true;
        }
        $events = $this->app->make('events');

        // The double that the tests of an application put there records events that have no listener.
        return $events->hasListeners($event) || $events instanceof EventFake;
    }

    /**
     * Tells of an event if somebody wants to know of it.
     *
     * @template T of LockAcquired|LockRefused|LockReleased|LockLost
     *
     * @param class-string<T> $class
     * @param Closure(): T $make
     */
    public function tell(string $class, Closure $make): void
    {
        if (!$this->wants($class)) {
            return;
        }
        $event = $make();
        $this->safely(fn () => $this->app->make('events')->dispatch($event));
        if ($this->isLogged) {
            $this->safely(fn () => $this->log($event));
        }
    }

    private function log(LockAcquired|LockRefused|LockReleased|LockLost $event): void
    {
        $name = Cell::quoted($event->name);
        $text = match (true) {
            $event instanceof LockAcquired => sprintf('Acquired the lock %s after %.3f s.', $name, $event->waited),
            $event instanceof LockRefused => sprintf('Waited %.3f s for the lock %s, which another process holds.', $event->waited, $name),
            $event instanceof LockReleased => "Released the lock $name" . ($event->held === null ? '.' : sprintf(', held for %.3f s.', $event->held)),
            default => sprintf('Lost the lock %s, which was acquired %.3f s ago. Another process may have worked at the same time.', $name, $event->held),
        };
        $this->app->make('log')->channel($this->channel)->log($event instanceof LockLost ? 'warning' : 'debug', $text, get_object_vars($event));
    }

    /** Calls code of the application, whose exception must not become one of the lock. */
    private function safely(Closure $work): void
    {
        try {
            $work();
        } catch (Throwable $thrown) {
            try {
                $this->app->make(ExceptionHandler::class)->report($thrown);
            } catch (Throwable) {
                // There is nobody left to tell it to.
            }
        }
    }
}
