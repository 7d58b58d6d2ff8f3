<?php
/*
 * A store for Symfony's locks, in which acquire(true) waits in the queue of the class RedisMutexLock and gets the lock handed over.
 * acquireRead() is a share, which waits in the same queue. The owner token stands in the state of the Key, so a Key that is
 * serialized into another process owns the lock there. A lock has the same key in Redis as one of Symfony's RedisStore, so both
 * exclude each other. The store never renews a lock by itself, and never connects before its first question. Applications give it to
 * a LockFactory, or name it in framework.lock.
 */

declare(strict_types=1);

namespace RedisMutexLock\Symfony;

use Closure;
use RedisMutexLock;
use RedisMutexLockException;
use SensitiveParameter;
use Symfony\Component\Lock\BlockingSharedLockStoreInterface;
use Symfony\Component\Lock\BlockingStoreInterface;
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\InvalidTtlException;
use Symfony\Component\Lock\Exception\LockConflictedException;
use Symfony\Component\Lock\Exception\LockStorageException;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\Store\ExpiringStoreTrait;
use Throwable;
use ValueError;

final class MutexStore implements BlockingStoreInterface, BlockingSharedLockStoreInterface
{
    use ExpiringStoreTrait;

    /** What the class takes as a lifetime, in seconds. */
    private const SHORTEST = 0.01;
    private const LONGEST = 31_536_000;

    private readonly RedisMutexLock $native;

    /**
     * @param array<string, mixed>|string|null $config as the constructor of RedisMutexLock takes it
     * @param float $initialTtl seconds of a lock that is created without a ttl
     * @param float|null $maxWait the most seconds that acquire(true) and acquireRead(true) wait; null: without limit
     */
    public function __construct(
        #[SensitiveParameter] array|string|null $config = null,
        private readonly float $initialTtl = 300.0,
        private readonly ?float $maxWait = null,
    ) {
        if (!($initialTtl > 0)) {
            // Since PHP 8.5, NAN in a text is a warning.
            $given = var_export($initialTtl, true);
            throw new InvalidTtlException(self::class . "::__construct(): Argument #2 (\$initialTtl) must be more than 0, got $given");
        }
        if ($maxWait !== null && !($maxWait >= 0 && is_finite($maxWait))) {
            throw new InvalidArgumentException(
                self::class . '::__construct(): Argument #3 ($maxWait) must be null, or a finite number from 0 on, got ' . var_export($maxWait, true),
            );
        }
        if ($config === '') {
            // In an array, an empty URL would mean that none is given.
            throw new InvalidArgumentException(self::class . '::__construct(): Argument #1 ($config) must not be an empty string, give null for the URL of php.ini');
        }
        $config = is_string($config) ? ['url' => $config] : $config ?? [];
        // Locks outlive this object, because Symfony itself decides what ends with a process. The empty prefix is that of RedisStore.
        $this->native = new RedisMutexLock($config + ['lock_prefix' => '', 'auto_release' => false]);
    }

    public function save(Key $key): void
    {
        $this->take($key, 0, false);
    }

    public function waitAndSave(Key $key): void
    {
        $this->take($key, $this->maxWait, false);
    }

    public function saveRead(Key $key): void
    {
        $this->take($key, 0, true);
    }

    public function waitAndSaveRead(Key $key): void
    {
        $this->take($key, $this->maxWait, true);
    }

    public function putOffExpiration(Key $key, float $ttl): void
    {
        if (!$this->extend($key, $ttl)) {
            throw new LockConflictedException();
        }
        $this->checkNotExpired($key);
    }

    public function delete(Key $key): void
    {
        $token = self::token($key);
        if ($token !== null) {
            $this->ask(fn (): bool => $this->native->unlock((string) $key, $token));
            $key->removeState(self::class);
        }
    }

    public function exists(Key $key): bool
    {
        $token = self::token($key);

        return $token !== null && $this->ask(fn (): bool => self::hasShare($key)
            ? $this->livesAsShare($key, $token)
            : $token === $this->native->owner((string) $key));
    }

    /** Makes the Key the owner of its lock, or of a share, or throws. */
    private function take(Key $key, int|float|null $timeout, bool $shared): void
    {
        if (self::token($key) !== null && self::hasShare($key) !== $shared) {
            $this->refuse($key, $shared);
        }
        // To acquire a lock that the Key owns is to begin its lifetime again, as with the stores of Symfony.
        if (!$this->extend($key, $this->initialTtl)) {
            $key->removeState(self::class);
            if (!$this->ask(fn (): bool => $this->grant($key, $timeout, $shared))) {
                throw new LockConflictedException();
            }
        }
        $this->checkNotExpired($key);
    }

    /** Throws if a Key that is to have a share owns a lock, or the other way round. If that has ended, the Key forgets it. */
    private function refuse(Key $key, bool $shared): void
    {
        if ($this->exists($key)) {
            // With a LockConflictedException, acquire() would be false, and a caller would try it again for ever.
            throw new InvalidArgumentException($shared
                ? "The Key \"$key\" has the lock, and a lock does not become a share: call release() before acquireRead()."
                : "The Key \"$key\" has a share, and a share does not become a lock: call release() before acquire().");
        }
        $key->removeState(self::class);
    }

    private function grant(Key $key, int|float|null $timeout, bool $shared): bool
    {
        $name = (string) $key;
        $lifetime = self::lifetime($this->initialTtl);
        try {
            // It may have a share, which another Key of this process owns by the token.
            $this->native->detach($name);
            if (!($shared ? $this->native->lockShared($name, $timeout, $lifetime) : $this->native->lock($name, $timeout, $lifetime))) {
                return false;
            }
            // The lifetime began when the lock was granted, which is known here alone.
            $key->reduceLifetime($this->native->remaining($name) ?? 0);
            $token = $this->native->token($name);
            if ($token !== null) {
                $key->setState(self::class, $shared ? [$token, $lifetime] : $token);
            }
            // From now on the owner token alone decides, in this process and in others. A share stays, see livesAsShare().
            $shared || $this->native->detach($name);
        } catch (Throwable $e) {
            $this->giveBack($key);
            throw $e;
        }

        return true;
    }

    /** Releases a lock behind whose grant a signal handler threw, because the caller learns of no lock and cannot release it. */
    private function giveBack(Key $key): void
    {
        $token = self::token($key) ?? $this->native->token((string) $key);
        $key->removeState(self::class);
        try {
            if ($token !== null) {
                $this->native->unlock((string) $key, $token);
            }
        } catch (Throwable) {
            // The caller gets the first exception, and the lock ends with its lifetime.
        }
    }

    /**
     * Returns whether Redis has the share of this Key. Only the object to which it was granted can ask for that. For a Key that came
     * from another process, the lifetime in Redis begins again, which is never sooner over than anybody relies on.
     */
    private function livesAsShare(Key $key, #[SensitiveParameter] string $token): bool
    {
        $name = (string) $key;
        if ($this->native->token($name) === $token) {
            return $this->native->isLocking($name);
        }

        return !$key->isExpired() && $this->native->expire($name, $key->getState(self::class)[1], $token);
    }

    /** Gives the lock of this Key a new lifetime, and returns false if the Key does not own the lock. */
    private function extend(Key $key, float $ttl): bool
    {
        $token = self::token($key);
        if ($token === null) {
            return false;
        }
        $asked = microtime(true);
        if (!$this->ask(fn (): bool => $this->native->expire((string) $key, self::lifetime($ttl), $token))) {
            return false;
        }
        $key->reduceLifetime(min($ttl, self::LONGEST) - (microtime(true) - $asked));
        if (self::hasShare($key)) {
            $key->setState(self::class, [$token, self::lifetime($ttl)]);
        }

        return true;
    }

    /** Returns whether the owner token of the Key is that of a share, whose last lifetime the Key has too. */
    private static function hasShare(Key $key): bool
    {
        return $key->hasState(self::class) && is_array($key->getState(self::class));
    }

    private static function token(Key $key): ?string
    {
        return $key->hasState(self::class) ? ((array) $key->getState(self::class))[0] : null;
    }

    private static function lifetime(float $ttl): float
    {
        return min(max($ttl, self::SHORTEST), self::LONGEST);
    }

    /**
     * Returns the answer of the class, whose exceptions become those that callers of a store catch.
     *
     * @template T
     *
     * @param Closure(): T $question
     * @return T
     */
    private function ask(Closure $question): mixed
    {
        try {
            return $question();
        } catch (RedisMutexLockException $e) {
            throw new LockStorageException($e->getMessage(), 0, $e);
        } catch (ValueError $e) {
            throw new InvalidArgumentException($e->getMessage(), 0, $e);
        }
    }
}
