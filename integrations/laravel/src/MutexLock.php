<?php
/*
 * A lock of Laravel whose owner token the class RedisMutexLock knows, so that block() waits until the lock is handed over.
 * Laravel's own lock of the same key acts where the class cannot: for an owner that the caller gives, for a key that is longer
 * than a name of the class may be, and for values that another driver has written. Only that lock opens Laravel's connection, so
 * where "mutex" names the servers of the locks, such owners and keys are refused.
 * A lock belongs to the process that acquired it, so in the child of a fork the object neither releases nor refreshes it.
 * MutexStore makes the locks.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use Illuminate\Cache\RedisLock;
use Illuminate\Contracts\Cache\LockTimeoutException;
use Illuminate\Database\DatabaseTransactionRecord;
use Illuminate\Redis\Connections\PhpRedisConnection;
use InvalidArgumentException;
use RedisMutexLock;
use RedisMutexLock\Laravel\Console\Cell;
use RedisMutexLock\Laravel\Events\LockAcquired;
use RedisMutexLock\Laravel\Events\LockLost;
use RedisMutexLock\Laravel\Events\LockRefused;
use RedisMutexLock\Laravel\Events\LockReleased;
use RedisMutexLockLostException;
use RedisMutexLockUnavailableException;
use SensitiveParameter;
use Throwable;
use WeakReference;

final class MutexLock extends RedisLock
{
    /** The longest name of a native lock in bytes, which here is the whole key. */
    public const LONGEST_KEY = 4096;

    /** The refresh by Laravel's own connection, where the class cannot do it and Laravel can only in newer versions. */
    private const REFRESH = <<<'LUA'
        if redis.call('GET', KEYS[1]) == ARGV[1] then
            return redis.call('PEXPIRE', KEYS[1], ARGV[2])
        end
        return 0
        LUA;

    private readonly string $key;

    /** Whether the caller gave the owner, which two processes may share then. */
    private readonly bool $given;

    /** Whether the class cannot lock the key, so that Laravel's own lock acts. */
    private readonly bool $foreign;

    /**
     * The process to which the owner belongs, because it drew the token or acquired the lock. The system uses its number again
     * only after its end. Null: the owner of a restored lock belongs to every process.
     */
    private ?int $process;

    /**
     * Whether the owner token may acquire the lock, because two acquisitions with one token would be one owner for Redis, and
     * both would be granted.
     */
    private bool $unspent = true;

    /** Whether this object acquired the lock, and has not released it since. */
    private bool $held = false;

    /** The validity of a lock with seconds that this object holds by the rules of the class. */
    private ?Validity $validity = null;

    /** When this object acquired the lock, in nanoseconds of the clock that nobody sets. */
    private int|float $since = 0;

    /** Whether the loss of this acquisition was announced. */
    private bool $isLossTold = false;

    private ?int $fence = null;

    /** @var (Closure(string, MutexLock): mixed)|null what the caller wants to be called at a loss */
    private ?Closure $onLost = null;

    /** @var list<WeakReference<DatabaseTransactionRecord>> the transactions in which this object acquired the lock */
    private array $transactions = [];

    /**
     * @param RedisMutexLock $native an object of this lock's own if it is renewed, and else one of all locks
     * @param MutexStore $store a copy that nobody changes
     * @param string $bare the name without prefix
     * @param int|float|null $seconds null: renewed
     */
    public function __construct(
        private readonly RedisMutexLock $native,
        private readonly MutexStore $store,
        private readonly string $bare,
        int|float|null $seconds,
        #[SensitiveParameter] ?string $owner,
    ) {
        $this->key = $store->lockKey($bare);
        $this->given = $owner !== null;
        $this->foreign = !self::isNative($this->key);
        $apart = $store->apart();
        if ($this->foreign && ($seconds === null || $apart !== null)) {
            [$what, $instead] = $apart !== null
                ? ["The lock is $apart[what]", '']
                : ['A lock without seconds is renewed', ', or give seconds'];
            throw new InvalidArgumentException(sprintf(
                "$what, and its key (prefix and name) has 1 to %d bytes. This one has %d. Use a hash of the name$instead.",
                self::LONGEST_KEY,
                strlen($this->key),
            ));
        }
        // The token exists before the lock is granted, because a job may carry it.
        parent::__construct(null, $store->getPrefix() . $bare, $seconds, $owner ?? RedisMutexLock::generateToken());
        $this->process = $this->given ? null : (int) getmypid();
    }

    /**
     * What var_dump() and dd() show, because the owner is the right to release the lock, and the settings have passwords.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return ['name' => $this->name, 'seconds' => $this->seconds];
    }

    /** Makes a clone that can release the lock of its original, but not acquire one with the same token. */
    public function __clone()
    {
        $this->unspent = false;
    }

    /** Returns whether the class can lock such a key, which otherwise Laravel's own lock does. */
    public static function isNative(string $key): bool
    {
        return $key !== '' && strlen($key) <= self::LONGEST_KEY;
    }

    /** @return bool */
    public function acquire()
    {
        $take = $this->actsByStock()
            ? fn (): bool => $this->takeByStock(static fn (RedisLock $stock): bool => $stock->acquire())
            : fn (): bool => $this->take(0);

        return $this->announced($take);
    }

    /**
     * @param callable|null $callback
     * @return mixed
     */
    public function get($callback = null)
    {
        $granted = $this->acquire();

        return $granted && is_callable($callback) ? $this->section('get', $callback) : $granted;
    }

    /**
     * @param int|float|null $seconds
     * @param callable|null $callback
     * @return mixed
     */
    public function block($seconds, $callback = null)
    {
        // To Laravel, null is one attempt.
        $seconds = Seconds::of($seconds ?? 0, self::class . '::block(): Argument #1 ($seconds)');
        $wait = fn (RedisLock $stock): bool => $stock->betweenBlockedAttemptsSleepFor($this->sleepMilliseconds)->block($seconds);
        $take = $this->actsByStock() ? fn (): bool => $this->takeByStock($wait) : fn (): bool => $this->take(max(0, $seconds));
        if (!$this->announced($take)) {
            throw new LockTimeoutException();
        }

        return is_callable($callback) ? $this->section('block', $callback) : true;
    }

    /** @return bool */
    public function release()
    {
        return $this->free(false);
    }

    /**
     * Releases the lock, and returns whether this owner had it.
     *
     * @param bool $isReleased whether this process has released it already, by another object
     */
    private function free(bool $isReleased): bool
    {
        if (!$this->isOfThisProcess()) {
            return false;
        }
        $held = $this->held ? $this->heldFor() : null;
        // The loss of a renewed lock is final, even if Redis still has its owner.
        $isProved = $this->seconds !== null || $held === null || $this->remaining() !== null;
        $this->end();
        $this->leaveWhatRanOut();
        $released = $this->foreign
            ? (bool) $this->byStock($this->owner, static fn (RedisLock $stock): mixed => $stock->release())
            : $this->asOwner(fn (#[SensitiveParameter] string $owner): bool => $this->native->unlock($this->key, $owner));
        if ($released) {
            $this->store->sections->released($this->key);
            $this->store->transactions?->warn($this->bare, $this->transactions);
        }
        if ($released && $isProved) {
            $this->tellOfRelease($held);
        } elseif ($held !== null && !$isReleased && !$this->given) {
            // By Laravel's rules, another process may have the same owner, so there nobody knows of a loss.
            $this->tellOfLoss($held);
        }

        return $released;
    }

    /**
     * Sets a new lifetime that begins now, and returns whether this owner held the lock.
     *
     * @param int|float|null $seconds null: as many as the lock was made with
     * @return bool
     */
    public function refresh($seconds = null)
    {
        if ($seconds !== null) {
            $seconds = Seconds::of($seconds, self::class . '::refresh(): Argument #1 ($seconds)');
        }
        $seconds ??= $this->seconds;
        if (!$this->isOfThisProcess()) {
            return false;
        }
        if ($seconds === null) {
            // A thread renews the lease, so there is nothing to set.
            $isHeld = $this->native->isLocking($this->key);
            if ($this->held && !$isHeld) {
                $this->tellOfLoss($this->heldFor());
            }

            return $isHeld;
        }

        $lifetime = Seconds::lifetime($seconds);
        if ($this->foreign) {
            return $this->refreshByStock($lifetime);
        }
        $this->leaveWhatRanOut();
        $validity = Validity::ofLifetime($lifetime);
        // Until the reply is there, and if none comes, the lock has the old lifetime or the new one.
        $this->validity = Validity::shorter($this->validity, $validity);
        $refreshed = $this->asOwner(
            fn (#[SensitiveParameter] string $owner): bool => $this->native->expire($this->key, $lifetime, $owner),
        );
        $this->validity = $refreshed && $this->held && !$this->given ? $validity : null;
        if (!$refreshed && $this->held && !$this->given) {
            $this->tellOfLoss($this->heldFor());
        }

        return $refreshed;
    }

    /** @return void */
    public function forceRelease()
    {
        $held = $this->held ? $this->heldFor() : null;
        $this->end();
        $wasHeld = $this->foreign ? $this->store->forceUnlock($this->bare) : $this->native->forceUnlock($this->key);
        $this->store->sections->released($this->key);
        if ($wasHeld) {
            $this->tellOfRelease($held);
        }
    }

    public function isLocked(): bool
    {
        return $this->foreign ? $this->getCurrentOwner() !== null : $this->native->isLocked($this->key);
    }

    /** @return bool */
    public function isOwnedByCurrentProcess()
    {
        return $this->isOfThisProcess() && $this->isOwnedBy($this->owner);
    }

    /**
     * @param string|null $owner
     * @return bool
     */
    public function isOwnedBy(#[SensitiveParameter] $owner)
    {
        return $this->getCurrentOwner() === $owner;
    }

    /** Returns the fencing token of the last acquisition. Null: none was made, see "fencing" of the store's settings. */
    public function fence(): ?int
    {
        return $this->fence;
    }

    /**
     * Returns how many seconds are left before this process no longer relies on the lock, without sending anything. If another
     * process releases the lock, only a renewal notices it.
     *
     * @return float|null null: not held by this object in this process, ended, or held by Laravel's own rules
     */
    public function remaining(): ?float
    {
        if ($this->seconds === null) {
            return $this->native->remaining($this->key);
        }

        return $this->isOfThisProcess() ? $this->validity?->left() : null;
    }

    /**
     * Sets the callback for the loss of a renewed lock, of which each loss is reported once, while the end of a lock with seconds
     * is not reported. PHP calls it as it calls a signal handler, so its exception stops the code that runs then.
     *
     * @param (callable(string, MutexLock): mixed)|null $callback gets the name without prefix, and this lock; null removes it
     */
    public function onLost(?callable $callback): void
    {
        if ($this->seconds !== null) {
            return;
        }
        $this->onLost = $callback === null ? null : $callback(...);
        $this->watch();
    }

    /** @return string */
    public function getConnectionName()
    {
        return $this->store->lockConnectionName();
    }

    /** @return string|null */
    protected function getCurrentOwner()
    {
        $owner = $this->foreign ? '' : $this->native->owner($this->key);
        if ($owner === null || self::isToken($owner) || ($owner === '' && !$this->foreign) || $this->store->apart() !== null) {
            return $owner;
        }

        // A driver of Laravel has written the owner, perhaps serialized or compressed.
        return $this->byStock($this->owner, static fn (RedisLock $stock): ?string => $stock->getCurrentOwner());
    }

    /** Returns whether Laravel's own lock acquires this one, by Laravel's rules, which know one server. */
    private function actsByStock(): bool
    {
        $apart = $this->given ? $this->store->apart() : null;
        if ($apart !== null) {
            throw new InvalidArgumentException(
                "The lock is $apart[what], where nobody can acquire it for an owner that is given. Leave the owner out, or use a cache store"
                    . " whose \"mutex\" has no \"$apart[by]\".",
            );
        }

        return $this->given || $this->foreign;
    }

    /** Returns whether the lock belongs to this process, which is false in the child of a fork for a lock of its parent. */
    private function isOfThisProcess(): bool
    {
        return $this->process === null || $this->process === getmypid();
    }

    private function take(int|float $timeout): bool
    {
        $process = (int) getmypid();
        $unspent = $this->unspent;
        // After a fork, the other process has the same object, so its token must be another one.
        $token = $unspent && $this->isOfThisProcess() ? $this->owner : RedisMutexLock::generateToken();
        $expire = $this->seconds === null ? null : Seconds::lifetime($this->seconds);
        $look = max(1, (int) ($this->sleepMilliseconds * 1000));
        if ($expire !== null) {
            // The object of all locks may know an earlier lock of this name, which its own MutexLock releases by the token,
            // and to which another process may have given a new lifetime by it.
            $this->native->detach($this->key);
        }
        // If an exception comes instead of a reply, the token may have the lock.
        $this->unspent = false;
        try {
            if (!$this->native->lock($this->key, $timeout, $expire, $look, $token)) {
                // The owner stays, because this object may hold the lock already.
                $this->unspent = $unspent;

                return false;
            }
            $this->owner = $token;
            $this->process = $process;
            if ($this->store->makesFencingTokens()) {
                $this->fence = $this->native->fence($this->key);
            }
            if ($expire !== null) {
                $this->validity = new Validity($this->native->remaining($this->key) ?? 0);
                if ($this->store->awaitsReleases()) {
                    // From now on the owner token alone decides, in this process and in others.
                    $this->native->detach($this->key);
                }
            }
            $this->begin();
        } catch (Throwable $e) {
            $this->giveBack($token);
            throw $e;
        }

        return true;
    }

    /**
     * Lets the owner token alone decide about a lock whose seconds are over by this process' own clock, because another process
     * may have given it a new lifetime. Before that, a store that does not await its releases needs the object's own clock.
     */
    private function leaveWhatRanOut(): void
    {
        $isKept = $this->seconds !== null && !$this->foreign && !$this->store->awaitsReleases();
        if ($isKept && $this->native->remaining($this->key) === null) {
            $this->native->detach($this->key);
        }
    }

    /** Releases a lock behind whose grant a signal handler threw, because the caller learns of no lock and cannot release it. */
    private function giveBack(#[SensitiveParameter] string $token): void
    {
        try {
            if ($this->native->token($this->key) === $token) {
                $this->native->unlock($this->key, $token);
            }
        } catch (Throwable) {
            // The caller gets the first exception, and the native object releases the lock before its next lock of this name.
        }
    }

    /** @param Closure(RedisLock): bool $take */
    private function takeByStock(Closure $take): bool
    {
        $process = (int) getmypid();
        // After a fork, the other process has the same object, while an owner that the caller gives is the caller's own matter.
        $owner = $this->given || $this->isOfThisProcess() ? $this->owner : RedisMutexLock::generateToken();
        if (!$this->byStock($owner, $take)) {
            return false;
        }
        $this->owner = $owner;
        $this->process = $process;
        $this->begin();

        return true;
    }

    private function refreshByStock(int|float $lifetime): bool
    {
        return PlainTrace::of(function () use ($lifetime): bool {
            $milliseconds = (int) ceil($lifetime * 1000);

            return (bool) $this->store->lockConnection()->eval(self::REFRESH, 1, $this->name, $this->packedOwner(), $milliseconds);
        });
    }

    /** Returns the result of the callback, which runs while this object holds the lock, and releases the lock in any case. */
    private function section(string $method, callable $callback): mixed
    {
        $this->store->sections->begin($this->key);
        $failed = true;
        try {
            $result = $callback();
            $failed = false;
        } finally {
            $kept = $this->endSection($failed);
        }
        if ($kept) {
            return $result;
        }
        $lost = new RedisMutexLockLostException(
            self::class . "::$method(): the lock " . Cell::quoted($this->bare) . ' was lost while the callback ran',
        );
        $lost->result = $result;
        $this->tellOfLoss($this->heldFor());
        throw $lost;
    }

    /**
     * Releases the lock of a callback, and returns false if the renewed lock was lost while the callback ran.
     *
     * @param bool $failed whether the callback threw, because nothing may hide its exception
     */
    private function endSection(bool $failed): bool
    {
        $isReleased = $this->store->sections->end($this->key);
        // The callback has released the lock by this object, or has forked, and a child leaves the lock to its parent.
        if (!$this->held || !$this->isOfThisProcess()) {
            return true;
        }
        $isProved = false;
        try {
            try {
                $isProved = $this->foreign || $this->remaining() !== null;
            } finally {
                // The lock is released even if a callback of onLost() has thrown.
                $released = $this->free($isReleased);
            }
        } catch (Throwable $e) {
            if ($failed) {
                return true;
            }
            if ($this->seconds === null && $e instanceof RedisMutexLockUnavailableException) {
                // The native object releases the lock later, or its lease ends. What the own clock proves was not lost.
                return $isProved;
            }
            throw $e;
        }
        if ($this->given || $this->seconds !== null) {
            // By Laravel's rules, a lock ends silently after its seconds, and another process may have the same owner.
            return true;
        }

        // The loss of a renewed lock is final, whatever Redis says.
        return $isProved && ($released || $isReleased);
    }

    /** Records that this object holds the lock from now on. */
    private function begin(): void
    {
        $this->held = true;
        $this->since = hrtime(true);
        $this->isLossTold = false;
        $this->transactions = $this->store->transactions?->open() ?? [];
        if ($this->seconds === null) {
            $this->watch();
        }
    }

    /** Records that this object no longer holds the lock. */
    private function end(): void
    {
        $this->held = false;
        $this->validity = null;
        if ($this->given) {
            $this->process = null;
        }
    }

    private function heldFor(): float
    {
        return (hrtime(true) - $this->since) / 1e9;
    }

    /** Has the class report the loss of a renewed lock, if somebody wants to know of it. */
    private function watch(): void
    {
        if ($this->onLost === null && $this->store->announcer?->wants(LockLost::class) !== true) {
            $this->native->onLost(null);

            return;
        }
        // The lock ends with this object, so the callback of the native object must not keep it alive.
        $weak = WeakReference::create($this);
        $this->native->onLost(static fn () => $weak->get()?->lose());
    }

    private function lose(): void
    {
        $this->tellOfLoss($this->heldFor());
        if ($this->onLost !== null) {
            ($this->onLost)($this->bare, $this);
        }
    }

    /**
     * Returns whether the lock was granted, and tells of it.
     *
     * @param Closure(): bool $take
     */
    private function announced(Closure $take): bool
    {
        $began = hrtime(true);
        try {
            $isGranted = $take();
        } catch (LockTimeoutException $late) {
            $this->tellOfRefusal($began);
            throw $late;
        }
        if (!$isGranted) {
            $this->tellOfRefusal($began);

            return false;
        }
        $this->store->announcer?->tell(LockAcquired::class, fn (): LockAcquired => new LockAcquired(
            $this->bare,
            $this->connectionOfEvents(),
            $this->seconds,
            (hrtime(true) - $began) / 1e9,
        ));

        return true;
    }

    /** @param int|float $began when the call began, in nanoseconds of the clock that nobody sets */
    private function tellOfRefusal(int|float $began): void
    {
        $this->store->announcer?->tell(LockRefused::class, fn (): LockRefused => new LockRefused(
            $this->bare,
            $this->connectionOfEvents(),
            (hrtime(true) - $began) / 1e9,
        ));
    }

    /** @param float|null $held null: another object or process had acquired the lock */
    private function tellOfRelease(?float $held): void
    {
        $this->store->announcer?->tell(
            LockReleased::class,
            fn (): LockReleased => new LockReleased($this->bare, $this->connectionOfEvents(), $held),
        );
    }

    private function tellOfLoss(float $held): void
    {
        if ($this->isLossTold) {
            return;
        }
        $this->isLossTold = true;
        $this->store->announcer?->tell(
            LockLost::class,
            fn (): LockLost => new LockLost($this->bare, $this->connectionOfEvents(), $this->seconds, $held),
        );
    }

    private function connectionOfEvents(): ?string
    {
        return $this->store->hasQuorum() ? null : $this->store->lockConnectionName();
    }

    /**
     * Returns the result of a call with this lock's owner, in each form in which Redis may have it.
     *
     * @param Closure(string): bool $ask
     */
    private function asOwner(Closure $ask): bool
    {
        if (!$this->given) {
            return $ask($this->owner);
        }
        if ($this->store->apart() !== null) {
            // Laravel's connection, which packs owners, does not lead there, and Redis never has an empty owner.
            return $this->owner !== '' && $ask($this->owner);
        }
        $token = self::isToken($this->owner);
        if ($token && $ask($this->owner)) {
            return true;
        }
        // A driver of Laravel has written the owner, perhaps serialized or compressed.
        $packed = PlainTrace::of($this->packedOwner(...));

        // Redis never has an empty owner.
        return $packed !== '' && !($token && $packed === $this->owner) && $ask($packed);
    }

    private function packedOwner(): string
    {
        $connection = $this->store->lockConnection();

        return $connection instanceof PhpRedisConnection ? $connection->pack([$this->owner])[0] : $this->owner;
    }

    /**
     * Returns what Laravel's own lock of the same key does, by Laravel's rules.
     *
     * @template T
     *
     * @param Closure(RedisLock): T $do
     * @return T
     */
    private function byStock(#[SensitiveParameter] string $owner, Closure $do): mixed
    {
        $seconds = Seconds::whole($this->seconds ?? 0);

        return PlainTrace::of(fn (): mixed => $do($this->store->stockLock($this->bare, $seconds, $owner)));
    }

    private static function isToken(string $owner): bool
    {
        return preg_match('/\A[0-9a-f]{32}\z/', $owner) === 1;
    }
}
