<?php
/*
 * The event of a lock that a process has just acquired. It never has the owner, which is the right to release the lock. Announcer
 * makes it if somebody listens, and the listeners of an application get it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Events;

final class LockAcquired
{
    /**
     * @param string $name without prefix
     * @param string|null $connection of the locks; null: they are on a quorum of servers
     * @param int|float|null $seconds the lifetime, as it was given; null: the lock is renewed
     * @param float $waited for how many seconds the call ran until the lock was granted
     */
    public function __construct(
        public readonly string $name,
        public readonly ?string $connection,
        public readonly int|float|null $seconds,
        public readonly float $waited,
    ) {
    }
}
