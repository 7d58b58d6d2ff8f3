<?php
/*
 * An entry that is not in the cache, and one call that needs its value. Of the calls that come at the same time one makes the
 * value, and the others wait for it at its lock. If that call ends without a value, it leaves word, and then those that waited
 * make the value side by side. Made by Lock, for each call of remember() that finds no entry.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think;

use Closure;
use Error;
use RedisMutexLock;
use RedisMutexLockException;
use RedisMutexLockLostException;
use RedisMutexLockTimeoutException;
use RedisMutexLockUnavailableException;
use think\cache\Driver;
use ValueError;

final class MissingEntry
{
    /** In front of the key: the name of the lock. */
    private const LOCK = 'remember:';
    /** In front of the key: the name of the word. It is no longer than that of the lock, so it always fits too. */
    private const WORD = 'no-value:';
    /** The longest name of a lock, in bytes. */
    private const LONGEST = 4096;
    /** The shortest lifetime of a lock, in seconds. */
    private const SHORTEST = 0.01;

    /**
     * @param string $key the key of the entry: the cache's prefix and the name
     * @param Closure(): mixed $make makes the value and puts it into the cache
     */
    public function __construct(
        private readonly RedisMutexLock $lock,
        private readonly Driver $cache,
        private readonly string $key,
        private readonly string $name,
        private readonly Closure $make,
    ) {
    }

    /** Refuses what RedisMutexLock would refuse, in the words of the caller, who knows of no lock. */
    public static function check(string $key, int|float|null $wait): void
    {
        $longest = self::LONGEST - strlen(self::LOCK);
        if (strlen($key) > $longest) {
            throw new ValueError(sprintf(
                'remember(): the key (prefix and name) must not be longer than %d bytes, %d given',
                $longest,
                strlen($key),
            ));
        }
        if ($wait !== null && !($wait >= 0 && is_finite($wait))) {
            throw new ValueError("remember(): \$wait must be a finite number of seconds from 0 up, or null to wait without limit, $wait given");
        }
    }

    /**
     * The value. Null if the callback has made none.
     *
     * @param int|float|null $wait seconds to wait for another call; null: without limit
     */
    public function value(int|float|null $wait): mixed
    {
        $hasBegun = false;
        try {
            return $this->lock->synchronized(self::LOCK . $this->key, function () use (&$hasBegun): mixed {
                $hasBegun = true;

                return $this->cache->get($this->name) ?? $this->makeForAll();
            }, 0);
        } catch (RedisMutexLockTimeoutException | RedisMutexLockUnavailableException $refused) {
            // The callback may wait for another lock in vain. But this lock is only tried once so far, and a wait outlasts a
            // short outage of Redis.
            if ($hasBegun) {
                throw $refused;
            }
        }

        return $this->valueAfterWait($wait);
    }

    private function valueAfterWait(int|float|null $wait): mixed
    {
        $value = null;
        $isFree = false;
        try {
            $value = $this->lock->synchronized(self::LOCK . $this->key, function () use (&$isFree): mixed {
                $hit = $this->cache->get($this->name);
                $isFree = $hit === null && $this->lock->isLocked(self::WORD . $this->key);

                return $isFree ? null : $hit ?? $this->makeForAll();
            }, $wait);
        } catch (RedisMutexLockLostException $lost) {
            // Who is free needs no lock any more.
            if (!$isFree) {
                throw $lost;
            }
        }

        return $isFree ? ($this->make)() : $value;
    }

    /** Makes the value while the others wait for it. */
    private function makeForAll(): mixed
    {
        // PHP destroys the object when this function ends: by a result, by an exception and by exit, after which no `finally` runs.
        $end = new class($this->leaveWord(...)) {
            public bool $isKept = false;

            public function __construct(private readonly Closure $leaveWord)
            {
            }

            public function __destruct()
            {
                if (!$this->isKept) {
                    ($this->leaveWord)();
                }
            }
        };
        $value = ($this->make)();
        // A lifetime that is over already keeps nothing.
        $end->isKept = $value !== null && $this->cache->has($this->name);

        return $value;
    }

    /**
     * Tells those that wait now that there was no value. Nobody else may take the word for theirs. So only a call that has
     * waited looks for it, and it is gone before a lock can end whose owner was killed later: it lives no longer than what is
     * left of the lease.
     */
    private function leaveWord(): void
    {
        try {
            $left = $this->lock->remaining(self::LOCK . $this->key);
            if ($left !== null && $left >= self::SHORTEST) {
                $this->lock->forceUnlock(self::WORD . $this->key);
                $this->lock->lock(self::WORD . $this->key, 0, $left);
                $this->lock->detach(self::WORD . $this->key);
            }
        } catch (RedisMutexLockException | Error) {
            // Without the word, the first of those that wait makes the value, and the others wait for it. An object of a test
            // may have no server at all.
        }
    }
}
