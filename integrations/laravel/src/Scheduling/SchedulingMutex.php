<?php
/*
 * The mutex of onOneServer() of Laravel's scheduler, which marks a minute of an event as taken for an hour. The mark outlives
 * its process, because a machine whose clock is slow comes later. A look at the mark never takes it. A cache store without
 * "scheduler" in its "mutex" has Laravel's own mutex. MutexServiceProvider binds it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Scheduling;

use DateTimeInterface;
use Illuminate\Console\Scheduling\CacheSchedulingMutex;
use Illuminate\Console\Scheduling\Event;
use RedisMutexLock\Laravel\MutexStore;

final class SchedulingMutex extends CacheSchedulingMutex
{
    /** As many seconds as Laravel's own mark has. */
    private const LIFETIME = 3600;

    /** @return bool */
    public function create(Event $event, DateTimeInterface $time)
    {
        $store = MutexStore::ofScheduler($this->cache, $this->store, parent::class);

        return $store === null
            ? parent::create($event, $time)
            : EventLock::lasting($store, self::name($event, $time), self::LIFETIME) !== null;
    }

    /** @return bool */
    public function exists(Event $event, DateTimeInterface $time)
    {
        $store = MutexStore::ofScheduler($this->cache, $this->store, parent::class);

        return $store === null ? parent::exists($event, $time) : $store->owner(self::name($event, $time)) !== null;
    }

    private static function name(Event $event, DateTimeInterface $time): string
    {
        return $event->mutexName() . $time->format('Hi');
    }
}
