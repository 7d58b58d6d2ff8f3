<?php
/*
 * The Redis store of Laravel with other locks, while values, tags and prefixes stay as they are. A lock has the same key in
 * Redis as a lock of Laravel's own driver, so both exclude each other, unless the locks are on a quorum of servers. The store never
 * connects before its first lock is used. MutexServiceProvider makes the store for the driver redis-mutex.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Illuminate\Cache\RedisLock;
use Illuminate\Cache\RedisStore;
use Illuminate\Contracts\Cache\Factory;
use Illuminate\Redis\Connections\PhpRedisConnection;
use Illuminate\Redis\RedisManager;
use InvalidArgumentException;
use Redis;
use RedisMutexLock;
use RuntimeException;
use SensitiveParameter;

final class MutexStore extends RedisStore
{
    /** The settings that may stand in "mutex". */
    private const SETTINGS = [
        'lease', 'max_hold', 'lock_delay', 'command_timeout', 'retry_for', 'fencing', 'min_replicas', 'await_release', 'servers',
        'sentinel', 'warn_in_transactions', 'unique_for', 'scheduler', 'log',
    ];

    /** Those of them that are not settings of the class, or that it does not get as they are. */
    private const OF_STORE = ['servers', 'sentinel', 'warn_in_transactions', 'unique_for', 'scheduler', 'log'];

    /** The default lease of the class, in seconds. */
    private const LEASE = 30;

    /** The shortest lease of a missing entry or a funnel, because a process that is busy for a moment would lose its lock with less. */
    private const SHORTEST_LEASE = 1;

    /** Settings of earlier versions, which the class accepts and ignores. */
    private const IGNORED = ['busy_poll'];

    /** Settings that the class RedisMutexLock knows, and that Laravel has in another place than "mutex". */
    private const SERVER = [
        'url', 'scheme', 'host', 'port', 'path', 'username', 'password', 'auth', 'database', 'db', 'select', 'timeout',
        'read_timeout', 'context', 'ssl', 'name', 'prefix', 'options', 'cluster',
    ];

    /** @var array<string, mixed> */
    private array $mutex;

    /** What "servers" of the settings has, so that the locks are on a quorum of servers. Null: they are on one connection. */
    private mixed $named = null;

    /** What "sentinel" of the settings has, so that the locks are at the master which these sentinels name. */
    private mixed $sentinel = null;

    /** The servers of the quorum, as soon as somebody needs them. */
    private ?QuorumServers $quorum = null;

    /** @var array<string, ConnectionSettings> by the name of the connection */
    private array $servers = [];

    /** @var array<string, RedisMutexLock> by the name of the connection */
    private array $natives = [];

    /** The lifetime of the lock of a unique job that names none itself. Null: the lock has no expiry, as in Laravel. */
    private readonly int|float|null $uniqueFor;

    /** The callbacks that run now, which a copy of this store shares. */
    public readonly Sections $sections;

    /** The missing entries that calls of rememberOnce() make now. */
    public readonly RememberOnce $once;

    /** Whether the locks of the scheduler are those of this package. */
    private readonly bool $servesScheduler;

    /** Whether the locks of this store are those of the scheduler, beside the cache values. */
    private bool $isAmongValues = false;

    /** Null: nobody is warned of a lock that ends inside a transaction. */
    public readonly ?Transactions $transactions;

    /** Null: nobody hears what happens to the locks. */
    public readonly ?Announcer $announcer;

    /** @param array<string, mixed>|null $mutex settings of the class RedisMutexLock, and those of this store alone */
    public function __construct(
        RedisStore $stock,
        ?array $mutex = null,
        ?Transactions $transactions = null,
        ?Announcer $announcer = null,
    ) {
        $this->mutex = self::checked($mutex ?? []);
        ['servers' => $servers, 'sentinel' => $sentinel] = $this->mutex + ['servers' => null, 'sentinel' => null];
        $this->named = QuorumServers::isOff($servers) ? null : $servers;
        $this->sentinel = QuorumServers::isOff($sentinel) ? null : $sentinel;
        if ($this->named !== null && $this->sentinel !== null) {
            throw new InvalidArgumentException(
                '"mutex" of a cache store has "servers" and "sentinel", and each of the "servers" is one server that is independent of the'
                    . ' others. Leave one of them out.',
            );
        }
        $this->transactions = filter_var($this->mutex['warn_in_transactions'] ?? true, FILTER_VALIDATE_BOOL) ? $transactions : null;
        $this->uniqueFor = self::uniqueFor($this->mutex['unique_for'] ?? '');
        $this->servesScheduler = self::wantsScheduler($this->mutex);
        $this->announcer = $announcer;
        $this->mutex = array_diff_key($this->mutex, array_flip(self::OF_STORE));
        $this->sections = new Sections();
        $this->once = new RememberOnce();
        // The constructor of the parent has other parameters in each version.
        foreach (get_object_vars($stock) as $name => $value) {
            $this->{(string) $name} = $value;
        }
    }

    /**
     * @param string $name
     * @param int|float|null $seconds null: the lease is renewed while the lock object lives
     * @param string|null $owner
     */
    public function lock($name, $seconds = 0, #[SensitiveParameter] $owner = null): MutexLock
    {
        if ($seconds === null && $owner !== null) {
            throw new InvalidArgumentException('A lock without seconds is renewed, and makes its owner itself. Give seconds or no owner.');
        }

        if ($seconds !== null) {
            $seconds = Seconds::of($seconds, self::class . '::lock(): Argument #2 ($seconds)');
        }
        if ($owner === null && ($seconds ?? 0) <= 0 && LockNames::isOfUniqueJob((string) $name)) {
            // A job without a lifetime gives 0 or null, and its lock must outlive the process that dispatches it.
            $seconds = $this->uniqueFor ?? 0;
        }

        // As with Laravel's own drivers, name and owner may be numbers or objects with a text.
        return new MutexLock(
            $seconds === null ? $this->renewing() : $this->lasting(),
            $this->frozen(),
            (string) $name,
            $seconds,
            $owner === null ? null : (string) $owner,
        );
    }

    /**
     * @param string $name
     * @param string $owner
     */
    public function restoreLock($name, #[SensitiveParameter] $owner): MutexLock
    {
        return $this->lock($name, 0, $owner);
    }

    /** @return \Illuminate\Redis\Connections\Connection */
    public function connection()
    {
        return PlainTrace::of(fn (): object => parent::connection());
    }

    /**
     * Returns Laravel's connection of the locks, which there is not if "mutex" names their servers, because a lock on another
     * server is none, and flushLocks() would empty a database without locks.
     *
     * @return \Illuminate\Redis\Connections\Connection
     */
    public function lockConnection()
    {
        $apart = $this->apart();
        if ($apart !== null) {
            $why = $this->hasQuorum() ? 'and Laravel has no connection to a quorum' : 'and Laravel\'s connection may lead to another server';
            throw new InvalidArgumentException(
                "The locks of this cache store are $apart[where] of its \"mutex\", $why. Use Cache::lock() and the commands lock:list and"
                    . ' lock:release.',
            );
        }

        return PlainTrace::of(fn (): object => parent::lockConnection());
    }

    /**
     * Returns an object that acquires the lock of a missing entry. If the process that makes the value is killed, the lock stays
     * until its lease ends, so the lease is shorter than the wait and the readers go on in time. Because the lease is renewed, it
     * may be shorter than the callback takes.
     */
    public function lockForReadersThatWait(int|float|null $wait): RedisMutexLock
    {
        $lease = $this->lease();

        // Nobody asks for the fencing token of this lock, so none is made.
        $own = ['fencing' => false, 'lease' => $wait === null ? $lease : min($lease, max(self::SHORTEST_LEASE, $wait / 2))];

        return PlainTrace::of(fn (): RedisMutexLock => self::make($own + $this->renewingSettings()));
    }

    /**
     * Returns an object that enters a funnel. The lease is renewed while the callback runs, so it says only for how long the share
     * of a process that was killed stays.
     *
     * @param int|float $releaseAfter the seconds that the application gives, of which 0 and less say nothing
     */
    public function forFunnel(int|float $releaseAfter): RedisMutexLock
    {
        $lease = $this->lease();

        // Shares have no fencing token.
        $own = ['fencing' => false, 'lease' => $releaseAfter > 0 ? min($lease, max(self::SHORTEST_LEASE, $releaseAfter)) : $lease];

        return PlainTrace::of(fn (): RedisMutexLock => self::make($own + $this->renewingSettings()));
    }

    /** Returns the lock of Laravel's own driver, which opens Laravel's connection. MutexLock uses it. */
    public function stockLock(string $name, mixed $seconds, #[SensitiveParameter] string $owner): RedisLock
    {
        return parent::lock($name, $seconds, $owner);
    }

    /** Returns the key of a lock in Redis, which is that of Laravel's own driver. */
    public function lockKey(string $name): string
    {
        $prefix = $this->hasQuorum()
            ? $this->quorum()->prefix($this->prefixNow(...))
            : $this->prefixNow($this->lockConnectionName(), $this->server()->prefix);

        return $prefix . $this->prefix . $name;
    }

    /** Returns whether the locks are on a quorum of servers, and not on a connection of Laravel. */
    public function hasQuorum(): bool
    {
        return $this->named !== null;
    }

    /**
     * Returns where the locks are, if "mutex" names their servers, so that no connection of Laravel leads there.
     *
     * @return array{where: string, what: string, by: string}|null in words, and the key of "mutex"
     */
    public function apart(): ?array
    {
        return match (true) {
            $this->named !== null => ['where' => 'on the "servers"', 'what' => 'on a quorum of servers', 'by' => 'servers'],
            $this->sentinel !== null => [
                'where' => 'at the master of the "sentinel"',
                'what' => 'at the master that the sentinels of "mutex" name',
                'by' => 'sentinel',
            ],
            default => null,
        };
    }

    /** Returns whether the "mutex" of a cache store gives the scheduler the locks of this package. */
    public static function wantsScheduler(mixed $mutex): bool
    {
        return is_array($mutex) && filter_var($mutex['scheduler'] ?? false, FILTER_VALIDATE_BOOL);
    }

    /**
     * Returns the store for a mutex of the scheduler. Null: the mutex shall be Laravel's own.
     *
     * @param string|null $name of the cache store; null: the default one
     * @param class-string $mutex Laravel's own one
     */
    public static function ofScheduler(Factory $cache, ?string $name, string $mutex): ?self
    {
        $store = $cache->store($name)->getStore();

        return $store instanceof self && $store->servesScheduler ? $store->ofEvents($mutex) : null;
    }

    /**
     * Returns the store that has the locks of scheduled events, which Laravel's own mutex on an old machine has to find. In some
     * versions it has locks, and in others values of the cache, which have a connection of their own.
     *
     * @param class-string $mutex Laravel's own one
     */
    public function ofEvents(string $mutex): self
    {
        if (!$this->servesScheduler || $this->apart() !== null || method_exists($mutex, 'shouldUseLocks')) {
            return $this;
        }
        $store = clone $this;
        $store->lockConnection = $this->connection;
        $store->isAmongValues = true;

        return $store;
    }

    /** Returns the owner token for a lock of the scheduler. Null: the class makes it. */
    public function schedulerToken(): ?string
    {
        // A machine with the old mutex reads the token as a cache value, and can do that only if it is a number.
        return $this->isAmongValues ? implode('', array_map(static fn (): int => random_int(0, 9), range(1, 32))) : null;
    }

    /** Returns for how many seconds a lock still lives: 0 if nobody has it, INF if it has no end. */
    public function remaining(string $name): float
    {
        if ($this->apart() !== null) {
            $found = $this->string($name);

            return (float) ($found === null ? 0 : $found['remaining'] ?? INF);
        }
        $milliseconds = (int) PlainTrace::of(fn (): mixed => $this->lockConnection()->pttl($this->prefix . $name));

        // -1: it has no end, -2: there is no lock.
        return $milliseconds === -1 ? INF : max(0, $milliseconds) / 1000;
    }

    /** Returns how many servers the quorum has. Null: there is no quorum. */
    public function quorumServers(): ?int
    {
        return $this->hasQuorum() ? $this->quorum()->count() : null;
    }

    public function lockConnectionName(): string
    {
        return EnumName::of($this->lockConnection ?? $this->connection) ?: 'default';
    }

    public function makesFencingTokens(): bool
    {
        return filter_var($this->mutex['fencing'] ?? false, FILTER_VALIDATE_BOOL);
    }

    /** Returns whether the class waits for the answer to a release, by its rule for texts, where '' is not given. */
    public function awaitsReleases(): bool
    {
        $given = $this->mutex['await_release'] ?? '';
        $given = $given === '' ? ini_get('redis_mutex_lock.await_release') : $given;

        return filter_var($given, FILTER_VALIDATE_BOOL);
    }

    /**
     * Returns the strings in Redis whose keys a lock of this store could have, which include cache values if these are in the
     * same database.
     *
     * @param string $pattern a glob on the name
     * @return list<array{name: string, remaining: ?float, waiters: int, oldest: ?float, owner: string, host: ?string, pid: ?int, mine: bool, shares?: int}>
     */
    public function strings(string $pattern, int $limit): array
    {
        $prefix = $this->lockKey('');
        $strings = $this->lasting()->list(self::literal($prefix) . $pattern, $limit);
        foreach ($strings as $number => $string) {
            $strings[$number]['name'] = substr($string['name'], strlen($prefix));
        }

        return $strings;
    }

    /**
     * Returns the string in Redis whose key the lock of this name has, or null if there is none.
     *
     * @return array{name: string, remaining: ?float, waiters: int, oldest: ?float, owner: string, host: ?string, pid: ?int, mine: bool, shares?: int}|null
     */
    public function string(string $name): ?array
    {
        return $this->strings(self::literal($name), 1)[0] ?? null;
    }

    /** Returns the owner of a lock, or null if nobody holds it or if its key can have no lock of the class. */
    public function owner(string $name): ?string
    {
        $key = $this->lockKey($name);

        return MutexLock::isNative($key) ? $this->lasting()->owner($key) : null;
    }

    /** Releases the lock if it still has this owner, and returns whether it had. */
    public function unlockOf(string $name, #[SensitiveParameter] string $owner): bool
    {
        return $this->lasting()->unlock($this->lockKey($name), $owner);
    }

    /** Releases the lock of any owner, and returns whether the name was locked. */
    public function forceUnlock(string $name): bool
    {
        $key = $this->lockKey($name);
        if (MutexLock::isNative($key)) {
            return $this->lasting()->forceUnlock($key);
        }
        if ($this->apart() !== null) {
            // There is no lock with such a key.
            return false;
        }

        return PlainTrace::of(fn (): bool => (bool) $this->lockConnection()->del($this->prefix . $name));
    }

    /**
     * Examines the servers of the locks, with a key below the prefix that the locks have.
     *
     * @return list<array{server: string, what: string, state: 'good'|'warning'|'bad', found: string, advice: ?string}>
     */
    public function check(): array
    {
        self::requireExtension();

        return PlainTrace::of(fn (): array => redis_mutex_lock_check(['lock_prefix' => $this->lockKey('')] + $this->settings()));
    }

    /**
     * What var_dump() and dd() show, because the settings have passwords.
     *
     * @return array<string, string>
     */
    public function __debugInfo(): array
    {
        return ['prefix' => (string) $this->prefix, 'connection' => $this->lockConnectionName()];
    }

    public static function requireExtension(): void
    {
        if (!extension_loaded('redis_mutex_lock')) {
            throw new RuntimeException('The PHP extension redis_mutex_lock is not loaded: add extension=redis_mutex_lock to php.ini.');
        }
    }

    /** Returns this store as it is now, because an application with tenants may change its prefix and its connection later. */
    private function frozen(): self
    {
        $store = clone $this;
        $store->lockConnection = $this->lockConnectionName();

        return $store;
    }

    /** Returns a new object, whose locks end with it. EventLock uses it too. */
    public function renewing(): RedisMutexLock
    {
        return PlainTrace::of(fn (): RedisMutexLock => self::make($this->renewingSettings()));
    }

    /** @return array<string, mixed> what the class needs for an object whose locks end with it */
    public function renewingSettings(): array
    {
        // The end of a renewed lock tells its loss, so it is awaited.
        return ['auto_release' => true, 'await_release' => true] + $this->settings();
    }

    /** Returns the one object for all locks of a connection with seconds, which outlive it. */
    public function lasting(): RedisMutexLock
    {
        return $this->natives[$this->hasQuorum() ? '' : $this->lockConnectionName()] ??= PlainTrace::of(
            fn (): RedisMutexLock => self::make(['auto_release' => false] + $this->settings()),
        );
    }

    /** @param array<string, mixed> $settings */
    private static function make(#[SensitiveParameter] array $settings): RedisMutexLock
    {
        self::requireExtension();

        return new RedisMutexLock($settings);
    }

    /** Returns the seconds that a renewal gives to a lock. */
    public function lease(): float
    {
        return (float) (($this->mutex['lease'] ?? null) ?: ini_get('redis_mutex_lock.lease') ?: self::LEASE);
    }

    /** Returns the pattern of Redis in which a text stands for itself. */
    private static function literal(string $text): string
    {
        return addcslashes($text, '*?[]\\^-');
    }

    /** @return array<string, mixed> the servers of the locks, and what "mutex" says of the locks */
    private function settings(): array
    {
        // The name of a native lock is the whole key.
        return ['lock_prefix' => ''] + $this->mutex + ($this->hasQuorum() ? $this->quorum() : $this->server())->server;
    }

    private function quorum(): QuorumServers
    {
        return $this->quorum ??= PlainTrace::of(fn (): QuorumServers => QuorumServers::of($this->redis, $this->named));
    }

    private function server(): ConnectionSettings
    {
        $connection = $this->lockConnectionName();

        return $this->servers[$connection] ??= PlainTrace::of(
            fn (): ConnectionSettings => ConnectionSettings::of($this->redis, $connection, $this->sentinel),
        );
    }

    /**
     * Returns the prefix that a connection gives to its keys now.
     *
     * @param string $prefix that of its settings
     */
    private function prefixNow(string $connection, string $prefix): string
    {
        /** @var RedisManager $manager because the settings of the connection are known */
        $manager = $this->redis;
        $open = $manager->connections()[$connection] ?? null;

        // An application with tenants may have changed the prefix of an open connection since Laravel opened it.
        return $open instanceof PhpRedisConnection ? (string) $open->client()->getOption(Redis::OPT_PREFIX) : $prefix;
    }

    /** Returns the lifetime that "unique_for" of the settings names. Null: none. */
    private static function uniqueFor(mixed $given): int|float|null
    {
        $seconds = $given === '' || $given === false ? 0 : Seconds::of($given, '"unique_for" in "mutex" of a cache store');

        return $seconds > 0 ? $seconds : null;
    }

    /**
     * @param array<string, mixed> $mutex
     * @return array<string, mixed>
     */
    private static function checked(array $mutex): array
    {
        foreach (array_keys($mutex) as $key) {
            if (in_array($key, [...self::SETTINGS, ...self::IGNORED], true)) {
                continue;
            }
            throw new InvalidArgumentException("The key \"$key\" cannot stand in \"mutex\" of a cache store: " . match (true) {
                $key === 'lock_prefix' => 'the key is Laravel\'s. Set "prefix" of the store, or of its connection in config/database.php.',
                $key === 'auto_release' => 'the key is Laravel\'s. A lock of Laravel outlives its object. Use Cache::lock($name, null) for a'
                    . ' lock that ends with its object.',
                in_array($key, self::SERVER, true) => 'the key is Laravel\'s. Set it in the connection, in config/database.php.',
                default => 'nothing reads it. These keys can: ' . implode(', ', self::SETTINGS) . '.',
            });
        }

        return $mutex;
    }
}
