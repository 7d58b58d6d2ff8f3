<?php
/*
 * A lock of Laravel whose owner token the class RedisMutexLock knows. block() waits until the lock is handed over. Laravel's
 * own connection is opened only for an owner that the caller gives, and for values that another driver has written.
 * MutexStore makes it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use Illuminate\Cache\RedisLock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Redis\Connections\PhpRedisConnection;
use RedisMutexLock;
use RedisMutexLockException;
use SensitiveParameter;
use Throwable;

final class MutexLock extends RedisLock
{
    /** Laravel's "no expiry" is a year here. No lifetime is longer. */
    private const YEAR = 31_536_000;
    private const SHORTEST = 0.01;

    private readonly string $key;

    /** Whether the caller gave the owner. Two processes may have been given the same one. */
    private readonly bool $given;

    /**
     * The process in which the owner token may acquire the lock. 0: none, because it may have got the lock already. Two
     * acquisitions with one token would be one owner for Redis, and both would be granted.
     */
    private int $unspentIn;

    private ?int $fence = null;

    /**
     * @param MutexStore $store nobody changes it any more
     * @param string $bare the name without prefix
     */
    public function __construct(
        private readonly RedisMutexLock $native,
        private readonly MutexStore $store,
        private readonly string $bare,
        int|float|string|null $seconds,
        #[SensitiveParameter] ?string $owner,
    ) {
        $this->key = $store->lockKey($bare);
        $this->given = $owner !== null;
        // The token is there before the lock is granted: a job may carry it.
        parent::__construct(null, $store->getPrefix() . $bare, $seconds, $owner ?? RedisMutexLock::generateToken());
        $this->unspentIn = (int) getmypid();
    }

    /** A clone can release the lock of its original. It cannot acquire one with the same token. */
    public function __clone()
    {
        $this->unspentIn = 0;
    }

    /** @return bool */
    public function acquire()
    {
        return $this->given ? $this->stock()->acquire() : $this->take(0);
    }

    /**
     * @param int|float $seconds
     * @param callable|null $callback
     * @return mixed
     */
    public function block($seconds, $callback = null)
    {
        if ($this->given) {
            $this->stock()->betweenBlockedAttemptsSleepFor($this->sleepMilliseconds)->block($seconds);
        } elseif (!$this->take(max(0, $seconds + 0))) {
            throw new LockTimeoutException();
        }
        if (!is_callable($callback)) {
            return true;
        }
        try {
            return $callback();
        } finally {
            $this->release();
        }
    }

    /** @return bool */
    public function release()
    {
        return $this->asOwner(fn (#[SensitiveParameter] string $owner): bool => $this->native->unlock($this->key, $owner));
    }

    /**
     * Sets a new lifetime, from now on.
     *
     * @param int|float|null $seconds null: as many as the lock was made with
     * @return bool
     */
    public function refresh($seconds = null)
    {
        $seconds ??= $this->seconds;
        if ($seconds === null) {
            // A thread renews the lease.
            return $this->native->isLocking($this->key);
        }

        $lifetime = self::lifetime($seconds);

        return $this->asOwner(
            fn (#[SensitiveParameter] string $owner): bool => $this->native->expire($this->key, $lifetime, $owner),
        );
    }

    /** @return void */
    public function forceRelease()
    {
        $this->native->forceUnlock($this->key);
    }

    public function isLocked(): bool
    {
        return $this->native->isLocked($this->key);
    }

    /** @return bool */
    public function isOwnedByCurrentProcess()
    {
        return $this->isOwnedBy($this->owner);
    }

    /**
     * @param string|null $owner
     * @return bool
     */
    public function isOwnedBy(#[SensitiveParameter] $owner)
    {
        return $this->getCurrentOwner() === $owner;
    }

    /** The fencing token of the last acquisition. Null: none was made, see "fencing" of the store's settings. */
    public function fence(): ?int
    {
        return $this->fence;
    }

    /** @return string */
    public function getConnectionName()
    {
        return $this->store->lockConnectionName();
    }

    /** @return string|null */
    protected function getCurrentOwner()
    {
        $owner = $this->native->owner($this->key);
        if ($owner === null || $owner === '' || self::isToken($owner)) {
            return $owner;
        }

        // A driver of Laravel has written it, perhaps serialized or compressed.
        return $this->stock()->getCurrentOwner();
    }

    private function take(int|float $timeout): bool
    {
        // After a fork, the other process has the same object.
        $unspentIn = $this->unspentIn;
        $token = $unspentIn === getmypid() ? $this->owner : RedisMutexLock::generateToken();
        $expire = $this->seconds === null ? null : self::lifetime($this->seconds);
        $look = max(1, (int) ($this->sleepMilliseconds * 1000));
        // If an exception comes instead of an answer, the token may have the lock.
        $this->unspentIn = 0;
        try {
            if (!$this->native->lock($this->key, $timeout, $expire, $look, $token)) {
                // The owner stays: this object may hold the lock already.
                $this->unspentIn = $unspentIn;

                return false;
            }
            $this->owner = $token;
            if ($this->store->makesFencingTokens()) {
                $this->fence = $this->native->fence($this->key);
            }
            if ($expire !== null) {
                // From now on the owner token alone decides, in this process and in others.
                $this->native->detach($this->key);
            }
        } catch (Throwable $e) {
            $this->giveBack($token);
            throw $e;
        }

        return true;
    }

    /** A signal handler may throw right behind the grant. Then the caller learns of no lock, and nobody would release it. */
    private function giveBack(#[SensitiveParameter] string $token): void
    {
        if ($this->native->token($this->key) !== $token) {
            return;
        }
        try {
            $this->native->unlock($this->key, $token);
        } catch (RedisMutexLockException) {
            // The native object releases it before its next lock of this name.
        }
    }

    /**
     * Asks as this lock's owner, in the form in which Redis may have it.
     *
     * @param Closure(string): bool $ask
     */
    private function asOwner(Closure $ask): bool
    {
        if (!$this->given) {
            return $ask($this->owner);
        }
        $token = self::isToken($this->owner);
        if ($token && $ask($this->owner)) {
            return true;
        }
        // A driver of Laravel has written it, perhaps serialized or compressed.
        $connection = $this->store->lockConnection();
        $packed = $connection instanceof PhpRedisConnection ? $connection->pack([$this->owner])[0] : $this->owner;

        // Redis never has an empty owner.
        return $packed !== '' && !($token && $packed === $this->owner) && $ask($packed);
    }

    /** Laravel's own lock of the same key, which acts by Laravel's rules. */
    private function stock(): RedisLock
    {
        return $this->store->stockLock($this->bare, $this->seconds, $this->owner);
    }

    private static function lifetime(int|float|string $seconds): int|float
    {
        return $seconds > 0 ? min(max($seconds + 0, self::SHORTEST), self::YEAR) : self::YEAR;
    }

    private static function isToken(string $owner): bool
    {
        return preg_match('/\A[0-9a-f]{32}\z/', $owner) === 1;
    }
}
