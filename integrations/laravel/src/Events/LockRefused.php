<?php
/*
 * The event of a call that did not get its lock, because another process held it for the whole wait. Announcer makes it if somebody
 * listens, and the listeners of an application get it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Events;

final class LockRefused
{
    /**
     * @param string $name without prefix
     * @param string|null $connection of the locks; null: they are on a quorum of servers
     * @param float $waited for how many seconds the call ran
     */
    public function __construct(
        public readonly string $name,
        public readonly ?string $connection,
        public readonly float $waited,
    ) {
    }
}
