<?php
/*
 * The locks of the callbacks that run now, and which of them this process has released meanwhile, by any object. Such a lock was
 * not lost, because somebody here asked for its end. All locks of a store share one. MutexStore and MutexLock use it.
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

    /** Returns whether this process has released the lock since the innermost callback began, and ends that callback. */
    public function end(string $key): bool
    {
        $released = array_pop($this->running[$key]) ?? false;
        if (($this->running[$key] ?? []) === []) {
            unset($this->running[$key]);
        }

        return $released;
    }
}
