<?php
/*
 * Which locks the callbacks hold that run now, and which of them this process has released meanwhile, by whichever object. Such a
 * lock was not lost: somebody here asked for its end. All locks of a store have one. Used by MutexStore and MutexLock.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

final class Sections
{
    /** @var array<string, bool> by the key: whether it was released */
    private array $running = [];

    public function begin(string $key): void
    {
        $this->running[$key] = false;
    }

    public function released(string $key): void
    {
        if (isset($this->running[$key])) {
            $this->running[$key] = true;
        }
    }

    /** Whether this process has released the lock since the callback began. */
    public function end(string $key): bool
    {
        $released = $this->running[$key] ?? false;
        unset($this->running[$key]);

        return $released;
    }
}
