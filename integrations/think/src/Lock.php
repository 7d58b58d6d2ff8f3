<?php
/*
 * The locks of an application: one RedisMutexLock of config/lock.php, which is made at the first use and forgotten at the end of
 * a request or queue job, and whose methods can all be called on this class. The facade, the cache driver, the commands and the
 * container use it. The tests of an application may extend it, and give another object by native().
 */

declare(strict_types=1);

namespace RedisMutexLock\Think;

use Closure;
use RedisMutexLock;
use RedisMutexLockException;
use RuntimeException;
use think\App;
use think\cache\Driver;

/** @mixin RedisMutexLock */
class Lock
{
    /** The shortest lease in seconds, because a process that is busy for a moment would lose the lock of remember() with less. */
    private const SHORTEST_LEASE = 1;

    private ?RedisMutexLock $native = null;
    /** The lease of $native, in seconds. */
    private float $lease = 0;
    /** For how much longer Redis keeps the locks of $native, in seconds. */
    private float $lockDelay = 0;
    /** How many servers $native is on, if they are a quorum. */
    private ?int $quorum = null;
    /** Whether the end of a request releases what $native holds. */
    private bool $isReleased = true;
    /** @var array<string, RedisMutexLock> by the keys of the entries that this process makes or waits for */
    private array $making = [];

    public function __construct(private readonly App $app)
    {
    }

    /** Returns the object that holds the locks of this request or queue job. */
    public function native(): RedisMutexLock
    {
        self::requireExtension();
        if ($this->native === null) {
            $settings = Settings::of($this->app->config);
            $this->native = new RedisMutexLock($settings);
            $this->lease = Settings::lease($settings);
            $this->lockDelay = (float) ($settings['lock_delay'] ?? 0);
            $this->quorum = Settings::quorum($settings);
            $this->isReleased = Settings::releaseAtTheEnd($settings);
        }

        return $this->native;
    }

    /** Returns how many servers the locks are on, if they are on a quorum of servers. */
    public function quorumServers(): ?int
    {
        $this->native();

        return $this->quorum;
    }

    /**
     * Returns the value of a cache entry. If there is none, one process makes it, while the others wait for it.
     *
     * @param mixed $value the value, or a Closure that makes it: ThinkPHP injects its arguments
     * @param int|\DateInterval|\DateTimeInterface|null $expire the lifetime of the entry, as in Cache::set()
     * @param int|float|null $wait seconds to wait for another process; null: without limit
     * @throws \RedisMutexLockTimeoutException if the other process is not ready in time
     */
    public function remember($name, $value, $expire = null, int|float|null $wait = 10): mixed
    {
        return $this->rememberIn($this->app->cache->store(), $name, $value, $expire, $wait);
    }

    /** Returns the value of an entry in another store than the default one, as remember() does. */
    public function rememberIn(Driver $cache, $name, $value, $expire = null, int|float|null $wait = 10): mixed
    {
        // A name may be a number, which remember() of ThinkPHP 6 takes.
        $name = (string) $name;
        $hit = $cache->get($name);
        if ($hit !== null) {
            return $hit;
        }
        $key = $cache->getCacheKey($name);
        MissingEntry::check($key, $wait);
        $make = function () use ($cache, $name, $value, $expire): mixed {
            $made = $value instanceof Closure ? $this->app->invokeFunction($value) : $value;
            $cache->set($name, $made, $expire);

            return $made;
        };
        // A callback may ask for its own entry, which the object that has the lock refuses at once.
        $outer = $this->making[$key] ?? null;
        $lock = $this->making[$key] = $outer ?? $this->forReadersThatWait($wait);
        try {
            return (new MissingEntry($lock, $cache, $key, $name, $make))->value($wait);
        } finally {
            if ($outer === null) {
                unset($this->making[$key]);
            }
        }
    }

    /**
     * Returns an object of its own, which the end of a request leaves alone. If a process is killed, its locks are free before
     * those that wait give up.
     *
     * @param int|float|null $wait seconds for which others wait for these locks; null: without limit
     * @param array<string, mixed> $settings that differ from config/lock.php
     */
    public function apart(int|float|null $wait, array $settings = []): RedisMutexLock
    {
        $native = $this->native();
        // The tests of an application may have an object of their own.
        if ($native !== $this->native) {
            return $native;
        }

        // Nobody asks for the fencing tokens of these locks, so none are made. A delay would keep them locked for longer than that.
        $settings += ['lease' => $this->leaseWithin($wait), 'fencing' => false, 'lock_delay' => 0];

        return new RedisMutexLock($settings + Settings::of($this->app->config));
    }

    /**
     * Examines the servers of config/lock.php. No lock is changed.
     *
     * @return list<array{server: string, what: string, state: 'good'|'warning'|'bad', found: string, advice: ?string}>
     */
    public function check(): array
    {
        self::requireExtension();

        return redis_mutex_lock_check(Settings::of($this->app->config));
    }

    /** Ends a request or queue job, and releases what is still held, unless `auto_release` is off. */
    public function endScope(): void
    {
        $native = $this->native;
        $this->native = null;
        $this->making = [];
        // The container keeps what a binding has made.
        $this->app->delete(RedisMutexLock::class);
        if ($native === null || !$this->isReleased) {
            return;
        }
        try {
            // Somebody else may have a reference to the object, so dropping it here is not enough.
            $native->unlockAll();
        } catch (RedisMutexLockException) {
            // The user gets the response of the request all the same, and each lock ends with its lifetime.
        }
    }

    /**
     * Returns the object that acquires the lock of remember(). If the process that makes the value is killed, the lock stays until
     * its lease ends, so the lease is shorter than the wait and the readers go on in time. Because the lease is renewed, it may
     * be shorter than the callback takes.
     */
    private function forReadersThatWait(int|float|null $wait): RedisMutexLock
    {
        $native = $this->native();

        return $native !== $this->native || $this->leaseWithin($wait) === $this->lease && $this->lockDelay === 0.0
            ? $native
            : $this->apart($wait);
    }

    /** Returns the lease of a lock for which others wait, in seconds: a lock of a killed process ends before their wait. */
    private function leaseWithin(int|float|null $wait): float
    {
        return $wait === null ? $this->lease : min($this->lease, max((float) self::SHORTEST_LEASE, $wait / 2));
    }

    private static function requireExtension(): void
    {
        if (!extension_loaded('redis_mutex_lock')) {
            throw new RuntimeException('The PHP extension redis_mutex_lock is not loaded: add extension=redis_mutex_lock to php.ini.');
        }
    }

    public function __call(string $method, array $arguments): mixed
    {
        return $this->native()->$method(...$arguments);
    }
}
