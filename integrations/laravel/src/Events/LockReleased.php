<?php
/*
 * The event of a lock that was released. Announcer makes it if somebody listens, and the listeners of an application get it. A lock
 * that ends by itself, after its seconds or with its object, has no such event.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Events;

final class LockReleased
{
    /**
     * @param string $name without prefix
     * @param string|null $connection of the locks; null: they are on a quorum of servers
     * @param float|null $held for how many seconds this object held the lock; null: another object or process had acquired it
     */
    public function __construct(
        public readonly string $name,
        public readonly ?string $connection,
        public readonly ?float $held,
    ) {
    }
}
