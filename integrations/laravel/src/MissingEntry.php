<?php
/*
 * An entry that is not in the cache, and one call that needs its value. Of the calls that come at the same time one makes the
 * value, while the others wait for it at its lock. If that call ends without a value, it leaves a word, on which those that
 * waited make the value side by side. RememberOnce makes an object for each call that finds no entry.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisMutexLock;
use RedisMutexLock\Laravel\Console\Cell;
use RedisMutexLockException;
use RedisMutexLockLostException;
use RedisMutexLockTimeoutException;
use RedisMutexLockUnavailableException;
use ValueError;

final class MissingEntry
{
    /** What stands before the key of an entry in the name of its lock. */
    public const LOCK = 'remember:';
    /** What stands before it in the name of the word, which always fits because it is no longer than that of the lock. */
    public const WORD = 'no-value:';

    /** Whether this call makes the value for the others. */
    private bool $isMaker = false;

    /**
     * @param string $lockKey the key of the lock in Redis, which is also its name for $lock
     * @param string $wordKey the key of the word
     * @param Closure(): mixed $make makes the value and puts it into the cache
     */
    public function __construct(
        private readonly RedisMutexLock $lock,
        private readonly string $lockKey,
        private readonly string $wordKey,
        private readonly Repository $cache,
        private readonly string $key,
        private readonly Closure $make,
    ) {
    }

    /** Refuses what RedisMutexLock would refuse, in terms of the caller, who knows of no lock. */
    public static function check(string $lockKey, int|float|null $wait): void
    {
        if (!MutexLock::isNative($lockKey)) {
            throw new ValueError(sprintf(
                'rememberOnce(): the key with its prefixes and tags, and "%s", must not be longer than %d bytes, %d given. Use a hash of the key.',
                self::LOCK,
                MutexLock::LONGEST_KEY,
                strlen($lockKey),
            ));
        }
        if ($wait !== null && !($wait >= 0 && is_finite($wait))) {
            // Since PHP 8.5, NAN in a text is a warning.
            $given = var_export($wait, true);
            throw new ValueError("rememberOnce(): \$wait must be a finite number of seconds from 0 up, or null to wait without limit, $given given");
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
            return $this->lock->synchronized($this->lockKey, function () use (&$hasBegun): mixed {
                $hasBegun = true;

                return $this->cache->get($this->key) ?? $this->makeForAll();
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
        $hasBegun = false;
        $isFree = false;
        try {
            $value = $this->lock->synchronized($this->lockKey, function () use (&$hasBegun, &$isFree): mixed {
                $hasBegun = true;
                $hit = $this->cache->get($this->key);
                $isFree = $hit === null && $this->lock->isLocked($this->wordKey);

                return $isFree ? null : $hit ?? $this->makeForAll();
            }, $wait);
        } catch (RedisMutexLockTimeoutException $late) {
            if ($hasBegun) {
                throw $late;
            }
            throw new LockTimeoutException(
                'rememberOnce(): the value of ' . Cell::quoted($this->key) . ' was not there in time, because another call still makes it.'
                    . ' Give a longer $wait.',
                0,
                $late,
            );
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
        $end->isKept = $value !== null && $this->cache->has($this->key);

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
            $left = $this->lock->remaining($this->lockKey);
            if ($left !== null && $left >= Seconds::SHORTEST) {
                $this->lock->forceUnlock($this->wordKey);
                $this->lock->lock($this->wordKey, 0, $left);
                $this->lock->detach($this->wordKey);
            }
        } catch (RedisMutexLockException) {
            // Without the word, the first of those that wait makes the value, while the others wait for it.
        }
    }
}
