<?php
/*
 * An entry that is not in the cache, and one call that needs its value. Of the calls that come at the same time one makes the
 * value, while the others wait for it at its lock. If that call ends without a value, it leaves a word, on which those that
 * waited make the value side by side. Lock makes an object for each call of remember() that finds no entry.
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
    /** The prefix that makes the key the name of the lock. */
    private const LOCK = 'remember:';
    /** The prefix that makes the key the name of the word, which always fits because it is no longer than that of the lock. */
    private const WORD = 'no-value:';
    /** The longest name of a lock, in bytes. */
    private const LONGEST = 4096;
    /** The shortest lifetime of a lock, in seconds. */
    private const SHORTEST = 0.01;

    /** Whether this call makes the value for the others. */
    private bool $isMaker = false;

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

    /** Refuses what RedisMutexLock would refuse, in terms of the caller, who knows of no lock. */
    public static function check(string $key, int|float|null $wait): void
    {
        $longest = self::LONGEST - strlen(self::LOCK);
        if (strlen($key) > $longest) {
            throw new ValueError(sprintf(
                'remember(): the key (prefix and name) must not be longer than %d bytes, %d given. Use a hash of the name.',
                $longest,
                strlen($key),
            ));
        }
        if ($wait !== null && !($wait >= 0 && is_finite($wait))) {
            // Since PHP 8.5, NAN in a text is a warning.
            $given = var_export($wait, true);
            throw new ValueError("remember(): \$wait must be a finite number of seconds from 0 up, or null to wait without limit, $given given");
        }
    }

    /**
     * Returns the value, or null if the callback has made none.
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
            // An exception of the callback is its own matter. But this lock was only tried once so far, and a wait outlasts a
            // short outage of Redis.
            if ($hasBegun) {
                throw $refused;
            }
        } catch (RedisMutexLockLostException $lost) {
            return $this->withoutLock($lost);
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
            $value = $this->withoutLock($lost);
        }

        return $isFree ? ($this->make)() : $value;
    }

    /** Returns what a call has found that lost the lock, which only the call that makes the value needs. */
    private function withoutLock(RedisMutexLockLostException $lost): mixed
    {
        return $this->isMaker ? throw $lost : $lost->result;
    }

    /** Returns the value, which the callback makes while the others wait for it. */
    private function makeForAll(): mixed
    {
        $this->isMaker = true;
        // PHP destroys the object when this function ends by a result, by an exception or by exit, after which no `finally` runs.
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
        // An entry whose lifetime is over already is not kept.
        $end->isKept = $value !== null && $this->cache->has($this->name);

        return $value;
    }

    /**
     * Leaves the word by which those that wait now learn that there was no value. Because nobody else may take the word for
     * theirs, only a call that has waited looks for it, and it lives no longer than what is left of the lease, so it is gone
     * before a lock can end whose owner was killed later.
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
            // Without the word, the first of those that wait makes the value, while the others wait for it. An object of a test
            // may have no server at all.
        }
    }
}
