<?php
/*
 * Which locks the callbacks hold that run now, and which of them this process has released meanwhile, by whichever object. Such a
 * lock was not lost: somebody here asked for its end. All locks of a store have one. Used by MutexStore and MutexLock.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

final class Sections
{
    /** @var array<string, list<bool>> by the key, the innermost callback last: whether the lock was released */
    private array $running = [];

    public function begin(string $key): void
    {
        $this->running[$key][] = false;
    }

    public function released(string $key): void
    {
        if (isset($this->running[$key])) {
            $this->running[$key] = array_fill(0, count($this->running[$key]), true);
        }
    }

    /** Whether this process has released the lock since the innermost callback began. */
    public function end(string $key): bool
    {
        $released = array_pop($this->running[$key]) ?? false;
        if (($this->running[$key] ?? []) === []) {
            unset($this->running[$key]);
        }

        return $released;
    }
}
