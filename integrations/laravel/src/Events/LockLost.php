<?php
/*
 * The event of a lock that ended although its owner had not released it, so another process may have worked at the same time.
 * Announcer makes it if somebody listens, once for each acquisition, and the listeners of an application get it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Events;

final class LockLost
{
    /**
     * @param string $name without prefix
     * @param string|null $connection of the locks; null: they are on a quorum of servers
     * @param int|float|null $seconds the lifetime, as it was given; null: the lock was renewed
     * @param float $held how many seconds after the acquisition the loss was noticed
     */
    public function __construct(
        public readonly string $name,
        public readonly ?string $connection,
        public readonly int|float|null $seconds,
        public readonly float $held,
    ) {
    }
}
