<?php

/*
 * IDE stubs of the PHP extension redis_mutex_lock: signatures and documentation, no code.
 *
 * The file is for editors and analysers only. Never include, require or autoload it, because beside the
 * extension PHP stops with "Cannot declare class RedisMutexLock", and without the extension nothing is locked.
 *
 *   PhpStorm      Settings > PHP > Include Path: add the folder of this file
 *   Intelephense  "intelephense.environment.includePaths": ["path/to/stubs"]
 *   PHPStan       parameters: scanFiles: [path/to/stubs/RedisMutexLock.php]    PHP runs without the extension
 *                 parameters: stubFiles: [path/to/stubs/RedisMutexLock.php]    PHP runs with the extension
 *   Psalm         <stubs><file name="path/to/stubs/RedisMutexLock.php"/></stubs>
 */

/**
 * A lock in Redis, which excludes other processes on this machine and on others.
 *
 * ```php
 * $lock = new RedisMutexLock('redis://127.0.0.1:6379/0');     // keep the object: its locks end with it
 * if (!$lock->lock('order:42', timeout: 5, expire: 30)) {
 *     exit('Another process is working on this order.');
 * }
 * try {
 *     ship(42);
 * } finally {
 *     $lock->unlock('order:42');
 * }
 * ```
 *
 * - `false` from `lock()` means that another owner holds the lock. If Redis cannot be asked, an exception is thrown.
 * - Every object is an owner of its own, so two objects exclude each other, in one process too. Nothing is reentrant.
 * - The end of the object or of the request releases its locks, while a killed process leaves them to their lease.
 * - Times are in seconds, `int` or `float`, and only `$sleep` is in microseconds.
 * - No Redis lock can stop a process that was paused for too long, which is what fencing tokens are for: docs/fencing.md
 *
 * First steps: docs/guide.md. Promises and limits: docs/reliability.md
 */
class RedisMutexLock
{
    /**
     * Makes an object of a configuration that is read and checked at once, while only the first command connects.
     *
     * - `null`: the ini settings, such as `redis_mutex_lock.url`.
     * - A string: a URL, `redis://user:password@host:6379/0`, `rediss://…` for TLS, or `unix:///path/redis.sock?db=1`.
     * - A URL of several servers: `redis+sentinel://user:password@host1,host2/0?service=mymaster`,
     *   `redis+cluster://user:password@host1:7000,host2:7000`, or a quorum of independent servers,
     *   `redis+quorum://user:password@host1,host2,host3/0`, or whole URLs with commas between.
     * - An array: the keys below, all optional. Redis arrays of Laravel, ThinkPHP and Hyperf work as they are.
     *
     * Keys with unit, range and default: docs/configuration.md
     *
     * @param array{
     *     url?: string|null,
     *     scheme?: string|null,
     *     host?: string|null,
     *     port?: int|string|null,
     *     path?: string|null,
     *     username?: string|null,
     *     password?: scalar|array<string|null>|null,
     *     auth?: scalar|array<string|null>|null,
     *     database?: int|string|null,
     *     db?: int|string|null,
     *     select?: int|string|null,
     *     timeout?: int|float|string|null,
     *     read_timeout?: int|float|string|null,
     *     name?: string|null,
     *     context?: array<mixed>|false|null,
     *     ssl?: array<mixed>|false|null,
     *     sentinel?: array{
     *         service?: string,
     *         master_name?: string,
     *         nodes?: array<string|array<string, mixed>>|string,
     *         host?: string|null,
     *         port?: int|string|null,
     *         username?: string|null,
     *         password?: scalar|array<string|null>|null,
     *         auth?: scalar|array<string|null>|null,
     *         scheme?: string|null,
     *         ...
     *     }|false|null,
     *     cluster?: array<mixed>|string|false|null,
     *     servers?: array<mixed>|string|false|null,
     *     cafile?: string|null,
     *     capath?: string|null,
     *     local_cert?: string|null,
     *     local_pk?: string|null,
     *     peer_name?: string|null,
     *     verify_peer?: bool|int|string|null,
     *     verify_peer_name?: bool|int|string|null,
     *     lock_prefix?: string|null,
     *     lease?: int|float|string|null,
     *     max_hold?: int|float|string|null,
     *     lock_delay?: int|float|string|null,
     *     fencing?: bool|int|string|null,
     *     auto_release?: bool|int|string|null,
     *     await_release?: bool|int|string|null,
     *     command_timeout?: int|float|string|null,
     *     retry_for?: int|float|string|null,
     *     min_replicas?: int|string|null,
     *     ...
     * }|string|null $config Array, URL, or `null` for the ini settings.
     *
     * @throws ValueError An empty string, a malformed URL, an unknown key, or a value out of its range.
     *     Nothing was sent.
     */
    public function __construct(array|string|null $config = null) {}

    /**
     * Acquires the lock, waiting up to `$timeout` seconds, and returns whether this call acquired it.
     *
     * - If `$expire` is a number, the lock ends after that time, even if your work takes longer.
     * - If `$expire` is `null`, the lease is renewed until `unlock()` or the end of the object or the request.
     * - For a name that this object already holds, the result is `false` at once, because nothing is reentrant.
     * - During a wait, Redis may be unreachable for `retry_for` (2 s) before an exception ends the wait.
     * - On an object that ends in the same expression it raises an `E_WARNING`, because the lock would end with it. The
     *   ini setting `redis_mutex_lock.warnings` switches that off.
     *
     * Which timeout: docs/guide.md. Renewal: docs/renewal.md. The queue: docs/waiting.md. Outages: docs/redis-down.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param int|float|null $timeout Seconds to wait: 0 or more, finite. `0`: one attempt. `null`: without limit.
     * @param int|float|null $expire Seconds until the lock ends by itself: 0.01 to 31,536,000. `null`: renewed.
     * @param int<1, max> $sleep Microseconds, 1 or more: how often the first in the queue checks a lock whose holder
     *     does not hand it over, at least once a second.
     * @param non-empty-string|null $token The owner token of the lock: a new one from `generateToken()`, never used in
     *     another `lock()`. Two calls with one token are one owner: both may get `true`. `null`: `lock()` makes it.
     *
     * @return bool `true`: this object holds the lock. `false`: another owner holds it, or this object already did.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked. You do not hold the lock.
     * @throws RedisMutexLockException `$expire` is `null`, and the system gives no thread for renewal. Or `$timeout` is
     *     `null`, and another object of this process renews a lock with that name, unless `onWait()` suspends. Or `fencing`
     *     is on, and in a Cluster the name has a brace but no whole `{tag}`. Nothing was sent. Or the process forked during a
     *     wait with `$token`: the child gets this, the parent waits on.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function lock(string $name, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000, ?string $token = null): bool {}

    /**
     * Acquires several locks, all of them or none, and returns whether this call acquired them.
     *
     * - The order is that of the names' bytes, whatever order `$names` has, so two calls never wait for each other.
     * - While the call waits for one name, what it has so far is renewed. If a lock is lost meanwhile, it begins again.
     * - With a number as `$expire` each lock lives that long from the last grant on, which costs one round trip more.
     * - Afterwards each is a lock of its own: `unlock()` releases one, and `unlockAll()` all of the object together.
     *
     * Which of them when: docs/several.md
     *
     * @param array<non-empty-string|int> $names 1 to 1,000 names, each 1 to 4096 bytes. A name that stands there twice
     *     counts once, and an int counts as its digits. Keys are ignored.
     * @param int|float|null $timeout Seconds to wait for all together: 0 or more, finite. `0`: one attempt for each.
     *     `null`: without limit.
     * @param int|float|null $expire Seconds until the locks end by themselves: 0.01 to 31,536,000. `null`: renewed.
     * @param int<1, max> $sleep Microseconds, 1 or more: how often the first in a queue checks a lock whose holder
     *     does not hand it over.
     *
     * @return bool `true`: this object holds all the locks. `false`: this call acquired none of them, because another owner
     *     holds one, or this object already does.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked. You hold none of the locks.
     * @throws RedisMutexLockException As for `lock()`, for each of the names. Nothing is held.
     * @throws ValueError The array is empty or has more than 1,000 names, a name is empty or too long, or another argument
     *     is out of its range. Nothing was sent.
     * @throws TypeError An element is neither a string nor an int. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function lockAll(array $names, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000): bool {}

    /**
     * Acquires a share of the name, waiting up to `$timeout` seconds, and returns whether this call acquired it.
     *
     * - Any number of shares hold a name beside each other, and none beside a lock, of any library: a read lock. `lock()` of the
     *   same name is the writer. With `$limit` as many are granted together: a semaphore.
     * - Locks and shares wait in one queue, first come, first served. Shares that stand together are let in together.
     * - All other methods take a share as they take a lock. There is no upgrade: release the share, then call `lock()`.
     *
     * Which of them when, and what a crash costs: docs/several.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param int|float|null $timeout Seconds to wait: 0 or more, finite. `0`: one attempt. `null`: without limit.
     * @param int|float|null $expire Seconds until the share ends by itself: 0.01 to 31,536,000. `null`: renewed.
     * @param int<1, max> $sleep Microseconds, 1 or more: how often the first in the queue checks a name whose holder
     *     does not hand it over, at least once a second.
     * @param int<1, 1000000>|null $limit How many shares may be held when this one is granted, this one included. `null`: any
     *     number.
     *
     * @return bool `true`: this object has a share. `false`: a lock has the name, somebody who came earlier waits for it,
     *     `$limit` shares are held, or this object already has the name.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked. You do not have a share.
     * @throws RedisMutexLockException The servers are independent (`servers`), which cannot count shares. Or as for `lock()`.
     *     Nothing was sent.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function lockShared(string $name, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000, ?int $limit = null): bool {}

    /**
     * Releases a lock of this object, never that of another owner, and returns whether this object held it.
     *
     * `false` after your work means that the lock had ended before, so another process may have worked at the same
     * time. This object forgets the lock, with `true` and with `false`.
     *
     * With `$token`, the lock of that owner is released, which may be another object, another process or another
     * library, and `true` means that it held the lock. This object's own lock stays, unless the token is its own.
     *
     * Which call: docs/guide.md. Outages: docs/redis-down.md. Without waiting (`await_release`): docs/reliability.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param non-empty-string|null $token The owner whose lock is released: 1 to 4096 bytes. `null`: this object.
     *
     * @return bool `true`: this object held the lock and released it. `false`: it did not hold it, or had lost it.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked. The release is tried again before this
     *     object's next command for that name, at the latest at the end of the request. A release for another owner is
     *     not tried again.
     * @throws ValueError `$name` or `$token` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function unlock(string $name, ?string $token = null): bool {}

    /**
     * Alias of {@see RedisMutexLock::unlock()}: docs/guide.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param non-empty-string|null $token The owner whose lock is released: 1 to 4096 bytes. `null`: this object.
     *
     * @return bool `true`: this object held the lock and released it. `false`: it did not hold it, or had lost it.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked. The release is tried again before this
     *     object's next command for that name, at the latest at the end of the request. A release for another owner is
     *     not tried again.
     * @throws ValueError `$name` or `$token` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function release(string $name, ?string $token = null): bool {}

    /**
     * Releases every lock that this object holds, and returns whether it still held all of them. Detached locks stay.
     *
     * Every lock is tried, even if the release of another one fails: docs/guide.md
     *
     * @return bool `true`: every lock was released, or there was none. `false`: at least one lock had ended before.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked for at least one lock. The others were tried.
     *     The release is tried again later, as after {@see RedisMutexLock::unlock()}.
     *
     * @phpstan-impure
     */
    public function unlockAll(): bool {}

    /**
     * Returns whether this object holds the lock now, which Redis is asked for.
     *
     * A long job can check this before each step, while {@see RedisMutexLock::remaining()} needs no command.
     * If the lock has ended by the clock of this process, the result is `false` and nothing is sent.
     *
     * All methods: docs/guide.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return bool `true`: Redis says that this object holds the lock. `false`: not held by this object, or ended.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function isLocking(string $name): bool {}

    /**
     * Gives a lock of this object a new lifetime that starts now, and returns whether the object still held it.
     *
     * The new lifetime may be longer or shorter than the rest of the old one, and it ends the renewal of a renewed lock.
     * To get a renewed lease instead, call `$lock->adopt($name, $lock->token($name), null)`.
     * With `$token`, the lifetime of that owner's lock is set, whether or not this object holds the name.
     *
     * All methods: docs/guide.md. Renewal: docs/renewal.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param int|float $expire Seconds from now: 0.01 to 31,536,000.
     * @param non-empty-string|null $token The owner token of the lock: 1 to 4096 bytes. `null`: this object's.
     *
     * @return bool `true`: the owner holds the lock for that time. `false`: it does not hold the lock.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked. The lock has the old lifetime or the new
     *     one. {@see RedisMutexLock::remaining()} counts the shorter one.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function expire(string $name, int|float $expire, ?string $token = null): bool {}

    /**
     * Returns the result of the callback, which is called while the lock is held, and releases the lock after it.
     *
     * By default the lease is renewed while the callback runs. An exception of the callback releases the lock and
     * passes through. For a name that this object already holds, the method throws a RedisMutexLockTimeoutException at
     * once.
     * During a wait, Redis may be unreachable for `retry_for` (2 s) before an exception ends the wait.
     *
     * Which call and which timeout: docs/guide.md. Outages: docs/redis-down.md
     *
     * @template T
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param callable(): T $callback Called once, without arguments, while the lock is held.
     * @param int|float|null $timeout Seconds to wait: 0 or more, finite. `0`: one attempt. `null`: without limit.
     * @param int|float|null $expire Seconds until the lock ends by itself: 0.01 to 31,536,000. `null`: renewed.
     * @param int<1, max> $sleep Microseconds, 1 or more: how often the first in the queue checks a lock whose holder
     *     does not hand it over, at least once a second.
     *
     * @return T The result of the callback.
     *
     * @throws RedisMutexLockTimeoutException Another owner held the lock until `$timeout` was over, or this object
     *     already holds it. The callback was not called.
     * @throws RedisMutexLockLostException The lock was lost while the callback ran. The callback ran to its end.
     * @throws RedisMutexLockUnavailableException Redis could not be asked for the lock. The callback was not called.
     * @throws RedisMutexLockException `$expire` is `null`, and the system gives no thread for renewal. Or `$timeout` is
     *     `null`, and another object of this process renews a lock with that name, unless `onWait()` suspends. Or `fencing`
     *     is on, and in a Cluster the name has a brace but no whole `{tag}`. The callback was not called.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function synchronized(string $name, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000): mixed {}

    /**
     * Returns the result of the callback, which is called while all the locks are held, and releases them after it.
     *
     * The locks are acquired as `lockAll()` acquires them, and released in one round trip. An exception of the callback
     * releases them and passes through. The exceptions name one lock: the one that another owner held, or the first that
     * was lost.
     *
     * Examples: docs/several.md
     *
     * @template T
     *
     * @param array<non-empty-string|int> $names As for `lockAll()`.
     * @param callable(): T $callback Called once, without arguments, while the locks are held.
     * @param int|float|null $timeout Seconds to wait for all together: 0 or more, finite. `0`: one attempt for each.
     *     `null`: without limit.
     * @param int|float|null $expire Seconds until the locks end by themselves: 0.01 to 31,536,000. `null`: renewed.
     * @param int<1, max> $sleep Microseconds, 1 or more: as for `lockAll()`.
     *
     * @return T The result of the callback.
     *
     * @throws RedisMutexLockTimeoutException Another owner held one of the locks until `$timeout` was over, or this object
     *     already holds one. The callback was not called.
     * @throws RedisMutexLockLostException One of the locks was lost while the callback ran. The callback ran to its end.
     * @throws RedisMutexLockUnavailableException Redis could not be asked for the locks. The callback was not called.
     * @throws RedisMutexLockException As for `lock()`, for each of the names. The callback was not called.
     * @throws ValueError As for `lockAll()`. Nothing was sent.
     * @throws TypeError As for `lockAll()`. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function synchronizedAll(array $names, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000): mixed {}

    /**
     * Returns the result of the callback, which is called while this object has a share, and releases the share after it.
     *
     * The share is acquired as `lockShared()` acquires it. Everything else is as for `synchronized()`.
     *
     * Examples: docs/several.md
     *
     * @template T
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param callable(): T $callback Called once, without arguments, while the share is held.
     * @param int|float|null $timeout Seconds to wait: 0 or more, finite. `0`: one attempt. `null`: without limit.
     * @param int|float|null $expire Seconds until the share ends by itself: 0.01 to 31,536,000. `null`: renewed.
     * @param int<1, max> $sleep Microseconds, 1 or more: how often the first in the queue checks a name whose holder
     *     does not hand it over, at least once a second.
     * @param int<1, 1000000>|null $limit How many shares may be held when this one is granted, this one included. `null`: any
     *     number.
     *
     * @return T The result of the callback.
     *
     * @throws RedisMutexLockTimeoutException There was no share within `$timeout`, or this object already has the name. The
     *     callback was not called.
     * @throws RedisMutexLockLostException The share was lost while the callback ran. The callback ran to its end.
     * @throws RedisMutexLockUnavailableException Redis could not be asked for the share. The callback was not called.
     * @throws RedisMutexLockException As for `lockShared()`. The callback was not called.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function synchronizedShared(string $name, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000, ?int $limit = null): mixed {}

    /**
     * Returns whether any owner holds the lock, this object included, which Redis is asked for.
     *
     * The result can be old when you read it, so to work only if the lock is free, call {@see RedisMutexLock::lock()}.
     *
     * Who holds what: docs/operations.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return bool `true`: held. `false`: free.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function isLocked(string $name): bool {}

    /**
     * Returns the owner token of the lock's present owner, which Redis is asked for.
     *
     * Who holds what: docs/operations.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return string|null The owner token. `null`: the lock is free. `''`: the key holds no string.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function owner(string $name): ?string {}

    /**
     * Returns how many seconds are left before this object no longer relies on the lock, without sending anything.
     *
     * The number is a little less than the time that Redis has left, because 1 % and 2 ms are kept back for clock drift.
     * If another process releases the lock, only a renewal notices it, unless {@see RedisMutexLock::isLocking()} asks.
     *
     * All methods: docs/guide.md. Validity and drift: docs/reliability.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return float|null Seconds. `null`: not held by this object, or ended.
     *
     * @throws ValueError `$name` is empty or too long.
     *
     * @phpstan-impure
     */
    public function remaining(string $name): ?float {}

    /**
     * Returns the owner token of a lock that this object holds, without sending anything.
     *
     * The token that `lock()` makes has 32 hex digits and is never used again. That of a share has up to 45 bytes, such as
     * `share3:` and the digits.
     *
     * Handing a lock to a queue worker: docs/guide.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return non-empty-string|null The owner token. `null`: not held by this object, or ended.
     *
     * @throws ValueError `$name` is empty or too long.
     *
     * @phpstan-impure
     */
    public function token(string $name): ?string {}

    /**
     * Returns the fencing token of a lock that this object holds: a number that grows with every new owner of the name.
     *
     * The token needs `'fencing' => true` in the configuration. Send it with every write, and let the database refuse a
     * number that is lower than the highest number so far, which stops a paused process that writes after its lock has
     * ended.
     *
     * The complete recipe with SQL: docs/fencing.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return int|null The fencing token. `null`: not held by this object, ended, a share, or `fencing` is off.
     *
     * @throws ValueError `$name` is empty or too long.
     *
     * @phpstan-impure
     */
    public function fence(string $name): ?int {}

    /**
     * Returns the names of the locks that this object holds, without sending anything.
     *
     * Every name is a string, a numeric one too. Locks that have ended or were lost are left out: docs/guide.md
     *
     * @return list<string>
     *
     * @phpstan-impure
     */
    public function held(): array {}

    /**
     * Returns the owner token of a lock and gives the lock away, for `adopt()` in another process.
     *
     * From then on this object neither holds nor renews the lock, which ends after its lifetime unless a process takes
     * it over with {@see RedisMutexLock::adopt()}. A lock whose fixed lease is over gives `null`. With
     * `auto_release` off, this object then leaves its token alone, because another process may have renewed the lease.
     *
     * Handing a lock to a queue worker: docs/guide.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return non-empty-string|null The owner token. `null`: not held by this object, or ended.
     *
     * @throws ValueError `$name` is empty or too long.
     *
     * @phpstan-impure
     */
    public function detach(string $name): ?string {}

    /**
     * Takes over a detached lock with a new lifetime, in this process or another one, and returns whether that worked.
     *
     * The lock gets a new owner token, which uses up the old one, so of two processes with one token only one gets
     * `true`. If this object holds the lock, its own token only sets a new lifetime, and stays valid. With `null` renewal
     * starts.
     *
     * On an object that ends in the same expression it raises an `E_WARNING`, as `lock()` does.
     *
     * Handing a lock to a queue worker: docs/guide.md. Renewal: docs/renewal.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param non-empty-string $token The owner token that `detach()` returned: 1 to 4096 bytes.
     * @param int|float|null $expire Seconds from now until the lock ends: 0.01 to 31,536,000. `null`: renewed.
     *
     * @return bool `true`: this object holds the lock. `false`: the token no longer holds it, or this object holds the
     *     name with another token.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked. You can call `adopt()` again with the same
     *     token.
     * @throws RedisMutexLockException `$expire` is `null`, and the system gives no thread for renewal. Or this object
     *     waits for the name in `lock()`. Or `fencing` is on, and in a Cluster the name has a brace but no whole `{tag}`.
     *     Nothing was sent.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function adopt(string $name, string $token, int|float|null $expire = 20): bool {}

    /**
     * Releases the lock of any owner, as a tool for operators, and returns whether the name was locked.
     *
     * The owner goes on working without the lock, and learns of the loss when it asks Redis or at its next renewal. The
     * owner is read first, and only the lock of that owner is released, so a repetition is harmless. Of a name that is
     * shared, all shares are released.
     *
     * Who holds what: docs/operations.md
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return bool `true`: the lock was held and is released. `false`: the lock was free.
     *
     * @throws RedisMutexLockException The key holds something that is neither a string nor shares. It stays as it is.
     * @throws RedisMutexLockUnavailableException Redis could not be asked. The lock may be released or not.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function forceUnlock(string $name): bool {}

    /**
     * Sets the callback for a lost lease, by which a long job can stop early.
     *
     * Only losses of renewed leases are reported, and each one once. `unlock()` reports its loss itself, with `false`.
     * PHP calls the callback between two instructions, like a signal handler, so `sleep()`, a query or curl is not
     * interrupted. An exception of the callback stops the code that runs then, so put `lock()` into the `try` and
     * `unlock()` into its `finally`. An object has one callback, which a new one replaces.
     *
     * When the callback runs, with examples: docs/renewal.md
     *
     * @param (callable(string, RedisMutexLock): mixed)|null $callback Gets the name of the lock and this object. `null`
     *     removes the callback.
     *
     * @throws TypeError `$callback` cannot be called. The old callback stays.
     */
    public function onLost(?callable $callback): void {}

    /**
     * Sets what waits instead of the process, so that a waiting `lock()` suspends one fiber or coroutine of an event loop.
     *
     * The callable suspends its fiber until the stream is ready or the time is over. Coming back sooner is harmless, but a
     * hundred times in one sleep count as `false`. An answer of Redis suspends after a millisecond, too. Its exception
     * leaves the method, and the waiter leaves the queue. It is for this process (thread under ZTS) until the end of the
     * request, and a call that has begun keeps its callable. It is never called in a dying object, in `onLost` callbacks,
     * and where PHP forbids to switch fibers.
     *
     * The callables for Revolt and Swoole: docs/event-loops.md
     *
     * @param (callable(resource|null, float, bool): mixed)|null $wait Gets a PHP stream, which becomes readable when there
     *     is something to do, and is for watching only: never read, written, closed or kept; `null`: only the time counts.
     *     Then the seconds to wait at most, more than 0. Then whether the stream is to become writable instead. Its result
     *     is ignored, except `false`: it cannot suspend here, so the process waits this once. `null` instead of a
     *     callable: the process waits, from the next call on.
     *
     * @throws TypeError `$wait` cannot be called. The old callable stays.
     */
    public static function onWait(?callable $wait): void {}

    /**
     * Returns a new owner token, as `lock()` makes it: 64 bits from the random source of the kernel, and the host and the
     * process that made it.
     *
     * Nothing is sent and nothing is locked, because `lock()` makes its own token unless you give one: docs/guide.md
     *
     * @return non-empty-string 32 hex digits.
     *
     * @phpstan-impure
     */
    public static function generateToken(): string {}

    /**
     * Returns what is locked now under the prefix of this object, by all owners, as a tool for operators.
     *
     * The keys of the server are read with SCAN, page by page, which takes seconds with millions of keys, while Redis
     * serves others. A lock that begins or ends during the call may be in the list or not. In a Cluster every master is
     * asked. With an empty `lock_prefix`, the list has every string of the database, and every name with shares.
     *
     * Who holds what: docs/operations.md
     *
     * @param non-empty-string $pattern 1 to 4096 bytes: a pattern for the names, as KEYS has it: `*`, `?`, `[ab]`.
     * @param int<1, max> $limit The search ends after this number of locks.
     *
     * @return list<array{
     *     name: string,
     *     remaining: float|null,
     *     waiters: int<0, max>,
     *     oldest: float|null,
     *     shares: int<0, max>,
     *     owner: string,
     *     host: string|null,
     *     pid: int<1, max>|null,
     *     mine: bool,
     * }> Sorted by name. `remaining`: seconds until Redis ends the lock; `null`: it has no end. `waiters`: how many
     *     processes wait in the queue; one that died in the last seconds may count. `oldest`: seconds that the first of
     *     them has waited; `null`: nobody waits, or the user lacks the right `+time`. `shares`: how
     *     many shares hold the name; 0: a lock. `owner`: the owner token, which is the right to release the lock; of a
     *     longer value its first 256 bytes, and `''` for shares. `host`, `pid`: the process that made this token, by the last six characters
     *     of its host's name; `null`: another library made it. `mine`: this object holds it.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked, or the user lacks a right:
     *     `+scan +zcount`, in a Cluster `+cluster|slots` too. Without `+zrange` names with shares are left out.
     * @throws ValueError An argument is out of its range. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function list(string $pattern = '*', int $limit = 1000): array {}

    /**
     * Returns the counters of this process since its start, of all objects together, without sending anything.
     *
     * Every number only grows, so an FPM worker counts on from request to request, while a forked child starts at 0.
     * `wait_buckets`: each call that waited is in one bucket, under its longest wait in seconds. `since`: a Unix time.
     *
     * Each counter, and how to give them to a monitor: docs/operations.md
     *
     * @return array{
     *     acquired: int<0, max>,
     *     refused: int<0, max>,
     *     timed_out: int<0, max>,
     *     waited_seconds: float,
     *     handed_over: int<0, max>,
     *     renewed: int<0, max>,
     *     renewal_errors: int<0, max>,
     *     lost: int<0, max>,
     *     released: int<0, max>,
     *     connections_opened: int<0, max>,
     *     connection_errors: int<0, max>,
     *     wait_buckets: array<string, int<0, max>>,
     *     since: float,
     * }
     *
     * @phpstan-impure
     */
    public static function stats(): array {}

    /**
     * Returns the counters as stats() does, summed over all workers of this php-fpm, also those that have ended.
     *
     * Code in any pool of the same php-fpm could write to these numbers, so use them to watch and not to decide.
     * Outside of php-fpm they are those of this process, as stats() has them.
     *
     * Who is in it, and a page for Prometheus: docs/operations.md
     *
     * @return array{
     *     acquired: int<0, max>,
     *     refused: int<0, max>,
     *     timed_out: int<0, max>,
     *     waited_seconds: float,
     *     handed_over: int<0, max>,
     *     renewed: int<0, max>,
     *     renewal_errors: int<0, max>,
     *     lost: int<0, max>,
     *     released: int<0, max>,
     *     connections_opened: int<0, max>,
     *     connection_errors: int<0, max>,
     *     wait_buckets: array<string, int<0, max>>,
     *     since: float,
     * }
     *
     * @phpstan-impure
     */
    public static function poolStats(): array {}
}

/**
 * Examines the servers of a configuration, and says of each thing whether it is good, a warning or bad, and what to do.
 *
 * Every server is asked over a connection of its own, and every command has `command_timeout`, so a dead server delays
 * the others by seconds at most. No lock is changed: the rights are tried on a key of its own, which is deleted, or
 * ends after ten seconds if the user may not delete it. What is found is never an exception.
 *
 * Each row and its cure: docs/operations.md
 *
 * @param array<string, mixed>|string|null $config As the constructor of `RedisMutexLock` takes it.
 *
 * @return list<array{server: string, what: string, state: 'good'|'warning'|'bad', found: string, advice: string|null}>
 *     `server`: as messages of exceptions name it. `what`: a word that never changes, such as `reachable`. `found`: what
 *     was seen, without passwords and tokens. `advice`: what to do, with the line to paste if there is one.
 *
 * @throws ValueError An empty string, a malformed URL, an unknown key, or a value out of its range. Nothing was sent.
 */
function redis_mutex_lock_check(array|string|null $config = null): array {}

/**
 * The parent of all exceptions of this extension. Catch it to catch them all.
 *
 * An exception of this class itself means that a call is impossible and a repetition does not help. Its message says
 * why, and no message contains a password.
 *
 * Which exception when: docs/guide.md
 */
class RedisMutexLockException extends RuntimeException
{
}

/**
 * Redis could not be asked: it is unreachable, too slow, or refuses the command.
 *
 * Whether the lock is held or free is not known, so do not go on as if you held it. The message names the server and
 * repeats its words, and the next call uses a new connection.
 *
 * What to do: docs/redis-down.md
 */
class RedisMutexLockUnavailableException extends RedisMutexLockException
{
}

/**
 * `synchronized()`, `synchronizedAll()` or `synchronizedShared()` did not get the lock or the share within `$timeout`. The callback was not called.
 *
 * In the same case, `lock()`, `lockAll()` and `lockShared()` return `false` instead: docs/guide.md
 */
class RedisMutexLockTimeoutException extends RedisMutexLockException
{
}

/**
 * The lock was lost while the callback of `synchronized()`, `synchronizedAll()` or `synchronizedShared()` ran. Another process may have worked at the same time.
 *
 * The callback ran to its end, so its result is in `$result`. An exception of the callback is thrown instead of this
 * one.
 *
 * How a lock is lost: docs/renewal.md
 */
class RedisMutexLockLostException extends RedisMutexLockException
{
    /**
     * The result of the callback.
     */
    public mixed $result = null;
}
