<?php

/*
 * IDE stubs of the PHP extension redis_mutex_lock: signatures and documentation, no code.
 *
 * For editors and analysers only. Never include, require or autoload this file: beside the
 * extension PHP stops with "Cannot declare class RedisMutexLock", and without it nothing is locked.
 *
 *   PhpStorm      Settings > PHP > Include Path: add the folder of this file
 *   Intelephense  "intelephense.environment.includePaths": ["path/to/stubs"]
 *   PHPStan       parameters: scanFiles: [path/to/stubs/RedisMutexLock.php]    PHP runs without the extension
 *                 parameters: stubFiles: [path/to/stubs/RedisMutexLock.php]    PHP runs with the extension
 *   Psalm         <stubs><file name="path/to/stubs/RedisMutexLock.php"/></stubs>
 */

/**
 * A lock in Redis that excludes other processes and other machines.
 *
 * ```php
 * $lock = new RedisMutexLock('redis://127.0.0.1:6379/0');
 *
 * // Wait up to 5 s for it. It lives 30 s at most.
 * if (!$lock->lock('order:42', 5, 30)) {
 *     exit('Somebody else is working on this order.');
 * }
 * try {
 *     ship(42);
 * } finally {
 *     $lock->unlock('order:42');
 * }
 * ```
 *
 * **Answers.** `false` from `lock()` means that the lock is held by somebody. Not knowing is never
 * `false`: if Redis cannot be asked, a {@see RedisMutexLockUnavailableException} is thrown.
 * Misuse is a `ValueError` (a value out of its range) or a `TypeError` (a wrong type; arguments are converted as
 * PHP's own functions do it, `strict_types` is respected). Both are thrown before anything is sent.
 *
 * **Unknown outcome.** When `lock()`, `adopt()` or `unlock()` throws
 * {@see RedisMutexLockUnavailableException}, Redis may have done what was asked. The owner token is
 * kept and released before this object's next command for that name, at the latest at the end of the request.
 *
 * **Owners.** Every object is an owner of its own. Two objects exclude each other, in one process too.
 * The same name twice in one object is `false` at once, never a wait for oneself.
 *
 * **End of request or object.** Every lock that the object still holds is released, after `exit`, an
 * uncaught exception or a fatal error too. User destructors and shutdown functions run while the locks
 * are still held; an object that one of them drops releases its locks at once. All releases together take 500 ms at most; what could not be released runs out.
 * Detached locks stay. With `'auto_release' => false` locks stay until they run out.
 * After `fastcgi_finish_request()` they are held until the script ends. A process that is killed (`kill -9`, the
 * default SIGTERM, `request_terminate_timeout`) or crashes releases nothing: its locks run out, renewed ones after at
 * most one lease.
 *
 * **Fork.** A child holds nothing of its parent's locks and cannot release them. Its own locks work at once.
 *
 * **Time.** Seconds are `int` or `float`, fractions allowed; only `$sleep` is in microseconds.
 * "By our own clock" means: the lifetime, less the time since just before the request was sent, less
 * 1 % and 2 ms for clocks that drift apart. So a lock ends here a little earlier than in Redis.
 *
 * **Limit.** No Redis lock can stop a paused process from acting after its lease ended. Only the resource
 * that is written to can refuse it, by comparing fencing tokens. {@see RedisMutexLock::fence()} is for that.
 *
 * **In Redis.** The lock is a plain string at the key `lock_prefix . $name`; its value is the owner token.
 *
 * Objects cannot be cloned or serialised and take no dynamic properties. The class is not final.
 */
class RedisMutexLock
{
    /**
     * Reads and checks the configuration; connects to nothing before the first command.
     *
     * Not built yet, and refused with a ValueError: Sentinel, Cluster, several servers, and TLS.
     *
     * `null` takes the ini settings `redis_mutex_lock.url`, `.lock_prefix`, `.lease`, `.command_timeout` and `.retry_for`.
     *
     * A string is a URL: `redis://user:pass@host:6379/0`, `tcp://host:6379?database=0` or
     * `unix:///path/to/redis.sock?db=1&username=u&password=p`. `lock_prefix`, `lease`, `command_timeout`
     * and the like may stand in its query.
     *
     * An array has the keys below, all optional. Laravel's `config('database.redis.default')` and ThinkPHP's
     * `config('cache.stores.redis')` can be handed over as they are. Numbers may be strings.
     * `''` and `null` mean: not given.
     *
     * | server | |
     * | --- | --- |
     * | `url` | as above; it wins part by part, the other keys fill the gaps |
     * | `scheme` | `'redis'`, `'tcp'` or `'unix'` |
     * | `host` | default `127.0.0.1`; a path with `port` 0 is a Unix socket |
     * | `port` | default 6379 |
     * | `path` | Unix socket |
     * | `username` | ACL user |
     * | `password`, `auth` | two names of the same thing; empty means none |
     * | `database`, `db`, `select` | three names of the same thing: the number of the database; default 0 |
     * | `timeout` | seconds for connecting, never longer than `command_timeout`; 0 means: not given |
     * | `read_timeout` | seconds; above 0 it stands for `command_timeout` where that is not given |
     * | `name` | name of the connection in Redis (CLIENT SETNAME) |
     *
     * | lock | |
     * | --- | --- |
     * | `lock_prefix` | the key in Redis is exactly `lock_prefix . $name`; default `'lock:'`; `''` is an empty prefix |
     * | `lease` | seconds, 0.01 to 31,536,000, default 30: lifetime of a renewed lock (`expire: null`), which is renewed every third of it |
     * | `max_hold` | seconds, 0 or 0.01 to 31,536,000, default 0 (no cap): how long a lock is renewed at most; then its lease runs out and it is lost |
     * | `fencing` | default `false`; `true` makes a fencing token for every lock, see {@see RedisMutexLock::fence()} |
     * | `auto_release` | default `true`; `false`: at the end of the request or object locks are not released, they run out |
     * | `busy_poll` | microseconds, 0 to 10,000, default 0, which is off; 40 suits a Redis with a core of its own: how long a reply is polled for before the process sleeps; on loopback and Unix sockets only |
     * | `command_timeout` | seconds, 0.001 to 3600, default 1.0: deadline of one command, connecting and AUTH included |
     * | `retry_for` | seconds, 0 to 31,536,000, default 2.0: for how long in one stretch Redis may be unreachable during a wait; then the wait ends with RedisMutexLockUnavailableException; 0: at the first trouble |
     *
     * Other keys of these frameworks (`prefix`, `options`, `persistent`, `serializer`, `expire` and so on) are
     * accepted and ignored: `prefix` there is the cache's, `expire` there is a cache lifetime.
     * A key that nobody knows is a ValueError that names the nearest known one.
     *
     * Passwords appear in no message and no `var_dump()`, and since PHP 8.2 in no stack trace.
     *
     * ```php
     * $lock = new RedisMutexLock();                                    // from php.ini
     * $lock = new RedisMutexLock('redis://:secret@10.0.0.5:6379/2');
     * $lock = new RedisMutexLock(['host' => '10.0.0.5', 'lock_prefix' => 'shop:lock:', 'fencing' => true]);
     * $lock = new RedisMutexLock(config('database.redis.default'));    // Laravel
     * $lock = new RedisMutexLock(config('cache.stores.redis'));        // ThinkPHP
     * ```
     *
     * @param array{
     *     url?: string|null,
     *     scheme?: string|null,
     *     host?: string|null,
     *     port?: int|string|null,
     *     path?: string|null,
     *     username?: string|null,
     *     password?: scalar|null,
     *     auth?: scalar|null,
     *     database?: int|string|null,
     *     db?: int|string|null,
     *     select?: int|string|null,
     *     timeout?: int|float|string|null,
     *     read_timeout?: int|float|string|null,
     *     name?: string|null,
     *     lock_prefix?: string|null,
     *     lease?: int|float|string|null,
     *     max_hold?: int|float|string|null,
     *     fencing?: bool|null,
     *     auto_release?: bool|null,
     *     busy_poll?: int|string|null,
     *     command_timeout?: int|float|string|null,
     *     retry_for?: int|float|string|null,
     *     ...
     * }|string|null $config Array, URL, or `null` for the ini settings.
     *
     * @throws ValueError An empty string, a malformed URL, an unknown key, a value out of its range, or something that is not built yet.
     */
    public function __construct(array|string|null $config = null) {}

    /**
     * Takes the lock, waiting for it if asked to.
     *
     * A free lock costs one command. A name that this object holds already is `false` at once, whatever
     * `$timeout` is, while that lock is valid. Once it ran out or was lost it counts for nothing: whatever
     * the old token may still hold in Redis is freed first, then the lock is tried for anew.
     *
     * The answer comes no later than `$timeout` plus two command deadlines (`command_timeout`).
     * During a wait, trouble that can heal (a lost connection) is retried until the deadline; what cannot heal
     * (password, rights, database) is thrown at once.
     *
     * Renewal: with `$expire` `null` the lock is a lease of `lease` seconds (configuration, 30) that one thread of the
     * process renews every third of it until `unlock()` or the end of the object or request, `max_hold` seconds at
     * most: also while PHP computes, sleeps or is inside another extension's call. Trouble at the server is retried
     * until the lease has run out. Then the lock is lost, for good: `isLocking()`, `remaining()`, `held()` and
     * `unlock()` say so at once, {@see RedisMutexLock::onLost()} tells of it, and it is never acquired again without
     * being asked for. What no code can catch (`kill -9`, a power cut) frees the lock after at most one lease. In a
     * forked child the parent's locks are not renewed, nor held; the parent goes on with them.
     *
     * The thread is started by the first renewed lock in its process and serves all of them, over one more connection
     * for each configuration: about three renewals a lease for each lock, those that are due at one server as one
     * pipeline. It asks one server after another; one that does not answer gets a share of the time that is left to the
     * most urgent lease at the others, and delays the first renewal of a lock that is taken meanwhile: with several
     * servers in one process, make `lease` no shorter than three `command_timeout`. It resolves no names: it connects
     * to where the last command of PHP code was led.
     *
     * Signals: with `pcntl_async_signals(true)`, handlers run within 100 ms during a wait; while a
     * command is out, when its answer is there or its deadline over. An exception
     * that a handler throws leaves `lock()`, without the lock; `exit` in a handler is clean. A handler may use the
     * same object; `lock()` of the very name that is being waited for is `false` in there.
     *
     * ```php
     * $mine = $lock->lock('clean-up');               // do not wait; hold up to 20 s
     * $mine = $lock->lock('report', 2.5, 60);        // wait up to 2.5 s; hold up to 60 s
     * $mine = $lock->lock('ledger', null, 60);       // wait without limit; hold up to 60 s
     * $mine = $lock->lock('import', expire: null);   // hold it as long as the work takes
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param int|float|null $timeout Seconds to wait: 0 or more, finite. `0`: one attempt. `null`: without limit.
     * @param int|float|null $expire Seconds that the lock lives unless it is released before: 0.01 to 31,536,000.
     *     `null`: as long as it is needed, by renewal.
     * @param int<1, max> $sleep Microseconds, 1 or more: while waiting, how often the first in line looks at
     *     a lock whose holder does not hand it over.
     *
     * @return bool `true`: it is mine. `false`: somebody holds it, or this object does.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked, so it is not known whether the lock
     *     was taken. The token is kept and released before this object's next command for that name, at the
     *     latest at the end of the request.
     * @throws RedisMutexLockException `$expire` is `null`, and the system gives no thread for renewal; or `$timeout` is
     *     `null`, and another object of this process holds the name and has it renewed. Nothing was sent.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function lock(string $name, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000): bool {}

    /**
     * Releases the lock; never touches another owner's.
     *
     * The object forgets the lock with either answer. A lock with a number for `$expire` that ran out by our own clock
     * is asked for all the same: the server's word counts, and if the server is away the answer is `false` without an
     * error. A renewed lock that was lost is `false` at once and without asking, whatever the server still has; its
     * token is released before this object's next command for that name, at the latest at the end of the request.
     *
     * ```php
     * if (!$lock->unlock('order:42')) {
     *     error_log('order:42 ran longer than its lock lived');
     * }
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return bool `true`: it was mine and is released. `false`: I do not hold it, or lost it before.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked although the lock was still valid by our
     *     own clock, so it may or may not be released. The token is kept and released before this object's next
     *     command for that name, at the latest at the end of the request.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function unlock(string $name): bool {}

    /**
     * Alias of {@see RedisMutexLock::unlock()}.
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return bool `true`: it was mine and is released. `false`: I do not hold it, or lost it before.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked although the lock was still valid by our
     *     own clock, so it may or may not be released. The token is kept and released before this object's next
     *     command for that name, at the latest at the end of the request.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function release(string $name): bool {}

    /**
     * Releases every lock that this object holds.
     *
     * All are tried, even if one fails. They go out at once. Of more than a hundred, `command_timeout` starts again
     * after each hundred answers. Detached locks are not touched.
     *
     * @return bool `true`: each was released (also if there was none). `false`: at least one had been lost before.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked for at least one; the others were tried.
     *     Its token is kept and released later, as with {@see RedisMutexLock::unlock()}.
     *
     * @phpstan-impure
     */
    public function unlockAll(): bool {}

    /**
     * Tells whether this object holds the lock now, by asking the server.
     *
     * From the moment the lock may have run out by our own clock the answer is `false`, without asking.
     *
     * ```php
     * foreach ($rows as $row) {
     *     if (!$lock->isLocking('import')) {
     *         throw new RuntimeException('the lock is gone; stop here');
     *     }
     *     import($row);
     * }
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return bool `true`: the server says that it is mine. `false`: not held by this object, run out, or lost.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function isLocking(string $name): bool {}

    /**
     * Gives a lock that this object holds a new lifetime, counted from now.
     *
     * The new lifetime may be longer or shorter than what is left. Between sending and the answer, and after a lost
     * reply, the object believes the lesser of the old and the new one.
     *
     * A renewed lock has this fixed lifetime from now on; its renewal ends. If a renewal is out, it is waited for first,
     * since it could undo a shorter lifetime: until it is answered, has failed twice, or the lease is over.
     *
     * ```php
     * foreach ($batches as $batch) {
     *     if (!$lock->expire('import', 60)) {
     *         throw new RuntimeException('the lock was lost');
     *     }
     *     import($batch);                    // must take less than 60 s
     * }
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param int|float $expire Seconds from now: 0.01 to 31,536,000.
     *
     * @return bool `true`: it is mine and lives that long. `false`: not mine, or not any more; the object forgets it.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked, so the lock has the old lifetime or the new
     *     one, and is not renewed any more. Or a renewal that was out failed twice: then nothing was sent, and the lock
     *     is renewed as before. `remaining()` tells how long it may be relied on.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function expire(string $name, int|float $expire): bool {}

    /**
     * Takes the lock, calls the callback, releases the lock, and returns what the callback returned.
     *
     * By default the lock is renewed for as long as the callback runs, see {@see RedisMutexLock::lock()}.
     *
     * - Not granted within `$timeout`: RedisMutexLockTimeoutException; the callback is not called.
     * - Nested: for a name that this object holds already, RedisMutexLockTimeoutException is thrown at once,
     *   whatever `$timeout` is. Other names may be nested.
     * - The callback throws: the lock is released and the exception passes through unchanged, also if the lock was lost.
     * - The lock was lost while the callback ran: RedisMutexLockLostException, with the result in its `$result`.
     * - Redis cannot be asked at the final release, but the lock was still valid by our own clock: the work was
     *   done under the lock, so the result is returned. The token is kept and released before this object's next
     *   command for that name, at the latest at the end of the request.
     *
     * Signals during the wait are handled as in {@see RedisMutexLock::lock()}.
     *
     * ```php
     * // One process runs the slow query; the others wait and find its result.
     * $report = $cache->get('report') ?? $lock->synchronized('report', function () use ($cache) {
     *     $report = $cache->get('report');       // look again: it may be there by now
     *     if ($report === null) {
     *         $report = slowQuery();
     *         $cache->set('report', $report, 300);
     *     }
     *     return $report;
     * });
     * ```
     *
     * @template T
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param callable(): T $callback Called once, without arguments, while the lock is held.
     * @param int|float|null $timeout Seconds to wait: 0 or more, finite. `0`: one attempt. `null`: without limit.
     * @param int|float|null $expire `null`, the default: as long as the callback takes, by renewal. Otherwise the seconds
     *     that the lock lives: 0.01 to 31,536,000; more than the callback takes.
     * @param int<1, max> $sleep Microseconds, 1 or more: while waiting, how often the first in line looks at
     *     a lock whose holder does not hand it over.
     *
     * @return T What the callback returned.
     *
     * @throws RedisMutexLockTimeoutException The lock was held by somebody until `$timeout` was over, or this object
     *     holds it already. The callback was not called.
     * @throws RedisMutexLockLostException The lock was lost while the callback ran. The callback ran to its end.
     * @throws RedisMutexLockUnavailableException Redis could not be asked for the lock. The callback was not called; a
     *     token whose fate is unknown is kept and released later, as with {@see RedisMutexLock::lock()}.
     * @throws RedisMutexLockException `$expire` is `null`, and the system gives no thread for renewal; or `$timeout` is
     *     `null`, and another object of this process holds the name and has it renewed. The callback was not called.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function synchronized(string $name, callable $callback, int|float|null $timeout = 10, int|float|null $expire = null, int $sleep = 100000): mixed {}

    /**
     * Tells whether anybody holds the lock, this object included.
     *
     * The answer may be out of date when it arrives. To do something only if the lock is free, use
     * {@see RedisMutexLock::lock()}.
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
     * Returns the owner token of whoever holds the lock.
     *
     * ```php
     * $mine = $lock->token('report') !== null && $lock->token('report') === $lock->owner('report');
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return string|null The token. `null`: the lock is free. `''`: held by something that is not a string.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function owner(string $name): ?string {}

    /**
     * Returns for how many seconds the lock may still be relied on, by our own clock; asks nobody.
     *
     * It is a little less than what Redis has left (1 % and 2 ms of the lifetime are kept back). That somebody else
     * released the lock it notices at the next renewal of a renewed one, and else not at all;
     * {@see RedisMutexLock::isLocking()} asks.
     *
     * ```php
     * if (($lock->remaining('import') ?? 0) < 5) {
     *     $lock->expire('import', 60);
     * }
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return float|null Seconds. `null`: not held by this object, or run out.
     *
     * @throws ValueError `$name` is empty or too long.
     *
     * @phpstan-impure
     */
    public function remaining(string $name): ?float {}

    /**
     * Returns the owner token of a lock that this object holds; asks nobody.
     *
     * Every lock taken by `lock()` has a token of its own: 32 hex digits, never used again.
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return non-empty-string|null The token. `null`: not held by this object, run out, or lost.
     *
     * @throws ValueError `$name` is empty or too long.
     *
     * @phpstan-impure
     */
    public function token(string $name): ?string {}

    /**
     * Returns the fencing token of a lock that this object holds: a number that grows with every new owner of the name.
     *
     * Needs `'fencing' => true` in the configuration. Send it along with every write, and let the resource refuse a
     * number lower than the highest it has seen. That keeps out a process that was paused, lost its lock, and
     * goes on writing; no lock in Redis can do that alone.
     *
     * Asked twice for the same lock it is the same number. `adopt()` of a detached lock is a new ownership with a new
     * number. It is strictly increasing per name unless Redis loses the counter and its clock is behind as well.
     *
     * ```php
     * $lock = new RedisMutexLock(['host' => '10.0.0.5', 'fencing' => true]);
     * if ($lock->lock('account:7', 5, 30)) {
     *     $fence = $lock->fence('account:7');
     *     $db->prepare('UPDATE account SET balance = ?, fence = ? WHERE id = 7 AND fence <= ?')
     *        ->execute([$balance, $fence, $fence]);      // no row changed: a later owner was here
     *     $lock->unlock('account:7');
     * }
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return int|null The fencing token. `null`: not held by this object, run out, lost, or `fencing` is off.
     *
     * @throws ValueError `$name` is empty or too long.
     *
     * @phpstan-impure
     */
    public function fence(string $name): ?int {}

    /**
     * Lists the names of the locks that this object holds; asks nobody.
     *
     * Names are strings, numeric ones too. A lock that ran out by our own clock or was lost is not listed.
     *
     * @return list<string>
     *
     * @phpstan-impure
     */
    public function held(): array {}

    /**
     * Stops managing a lock and returns its token: the lock outlives the object and the request. Its renewal ends.
     *
     * From here on it lives until it runs out, or until somebody takes it over with
     * {@see RedisMutexLock::adopt()}. This object does not hold it any more; `unlock()` of it is `false`.
     *
     * A renewal that is out is waited for: until it is answered, has failed twice, or the lease is over. The token is
     * given although it failed; Redis may execute that renewal later, and the lock then lives one lease more at most.
     *
     * ```php
     * // The web request takes the lock and hands it to a worker.
     * if ($lock->lock('video:9', 0, 600)) {
     *     $queue->push(['video' => 9, 'token' => $lock->detach('video:9')]);
     * }
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return non-empty-string|null The token, for `adopt()`. `null`: not held by this object, run out, or lost.
     *
     * @throws ValueError `$name` is empty or too long.
     *
     * @phpstan-impure
     */
    public function detach(string $name): ?string {}

    /**
     * Takes over a detached lock, here or in another process, and gives it a new lifetime.
     *
     * The old token is exchanged for a new one and is used up: of two processes with the same token, one gets `true`.
     *
     * For a name that this object holds already: with the lock's own token the new lifetime is set and the token stays
     * (`null` starts renewal, a number ends it); with another token the answer is `false` while the lock is valid.
     * A renewal of it that is out is waited for first, as in {@see RedisMutexLock::expire()}. `null` for a lock that is
     * renewed already does not start `max_hold` anew.
     *
     * ```php
     * // The worker goes on under the lock that the web request took.
     * if ($lock->adopt('video:9', $job['token'], 600)) {
     *     convert(9);
     *     $lock->unlock('video:9');
     * }
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     * @param non-empty-string $token What `detach()` returned: 1 to 4096 bytes.
     * @param int|float|null $expire Seconds that the lock lives from now: 0.01 to 31,536,000. `null`: as long as it is
     *     needed, by renewal, see {@see RedisMutexLock::lock()}.
     *
     * @return bool `true`: it is mine. `false`: the token does not hold the lock (run out, released, or taken over by
     *     somebody else), or this object holds the name with another token.
     *
     * @throws RedisMutexLockUnavailableException Redis could not be asked, so it is not known whether the lock was taken
     *     over. Another `adopt()` with the same old token finishes it. Otherwise the new token is released before this
     *     object's next command for that name, at the latest at the end of the request. With the own token of a held
     *     lock: as `expire()` has it.
     * @throws RedisMutexLockException `$expire` is `null`, and the system gives no thread for renewal; or this object is
     *     waiting for the name in `lock()`. Nothing was sent.
     * @throws ValueError An argument is out of its range (NaN and INF too). Nothing was sent.
     *
     * @phpstan-impure
     */
    public function adopt(string $name, string $token, int|float|null $expire = 20): bool {}

    /**
     * Releases the lock whoever holds it: an operator's tool.
     *
     * The owner goes on working without the lock and learns of it by asking; of a renewed one at its next renewal too,
     * by {@see RedisMutexLock::onLost()}. The owner is read first and only that owner's lock is released, so a
     * repetition harms nobody who came later.
     *
     * ```php
     * if ($lock->forceUnlock('nightly-report')) {
     *     echo "released\n";
     * }
     * ```
     *
     * @param non-empty-string $name 1 to 4096 bytes, any bytes.
     *
     * @return bool `true`: it was held and is released. `false`: nothing was held.
     *
     * @throws RedisMutexLockException The name is held by something that is not a string; it stays as it is.
     * @throws RedisMutexLockUnavailableException Redis could not be asked, so it may or may not be released.
     * @throws ValueError `$name` is empty or too long. Nothing was sent.
     *
     * @phpstan-impure
     */
    public function forceUnlock(string $name): bool {}

    /**
     * Sets what is called when a lease was lost, so that a long job can stop itself instead of finding out at the end.
     *
     * A lease is lost when its renewal finds that it is not ours any more, or could not reach Redis until it ran out,
     * or when the last lease before `max_hold` has run out. The name is not held then: `isLocking()` and `unlock()` are
     * `false`. That shows at the next renewal, a third of `lease` later, or at the end of the lease.
     *
     * Only renewed leases are reported, not locks with a number for `$expire`. Each loss is told once, one at a
     * time. One that `unlock()`, `unlockAll()` or `synchronized()` finds is told by their `false` or exception, and not
     * by the callback.
     *
     * It runs where PHP runs the handler of a signal: between two instructions of PHP code (at a jump or a call), at the
     * beginning of any method of this class but the constructor, static ones too, and within 100 ms while `lock()` or
     * `synchronized()` waits (while a command is out, when its answer is there or its deadline over). It does not run inside a blocking function (`sleep()`, a database query, curl), nor cut it
     * short: right after it. While an exception is on its way it waits until that was caught. It does not run at all
     * when the object has died, when its destructor has run, in a later request, or in a forked child for what the
     * parent held.
     *
     * What it throws is thrown there, as from the handler of a signal: at the beginning of a method instead of its
     * work, never instead of its answer. With opcache it may strike at the jump right behind `if (!$lock->lock('x'))`,
     * before the first line of the block. Put `lock()` into a `try` and `unlock()` into its `finally`, or use
     * `synchronized()`. It may use this object, and must not switch fibers. An object has one
     * callback; a loss that comes while it has none is not told later.
     *
     * The callback gets the object and need not hold it. If it does, PHP's cycle collector frees both; until then the
     * object lives and its locks are held. So does the trace of what it throws, as long as that lives, unless
     * `zend.exception_ignore_args` is on, as in php.ini-production.
     *
     * ```php
     * $lock->onLost(function (string $name, RedisMutexLock $lock) {
     *     throw new DomainException("lost $name: stop before anything else is written");
     * });
     * try {
     *     $lock->synchronized('import', fn () => import());
     * } catch (DomainException $stopped) {
     *     error_log($stopped->getMessage());     // thrown in the midst of import()
     * }
     * ```
     *
     * @param (callable(string, RedisMutexLock): mixed)|null $callback Gets the lock's name and this object. `null`
     *     removes the callback.
     *
     * @throws TypeError `$callback` cannot be called; the one before stays.
     */
    public function onLost(?callable $callback): void {}

    /**
     * Makes a fresh owner token, as `lock()` does for itself: 128 bits from the kernel's random source.
     *
     * Nothing is sent and nothing is locked. `lock()` needs no token from you.
     *
     * @return non-empty-string 32 hex digits.
     *
     * @phpstan-impure
     */
    public static function generateToken(): string {}

    /**
     * Tells what this process has done since it started, all objects together; asks nobody.
     *
     * For monitoring: every number only grows. In FPM a worker counts from request to request, and what the end of a
     * request releases shows in the next one; sum over the workers. A forked child starts at zero.
     * `phpinfo()` shows the same of its process, under the same keys; so does `php --ri redis_mutex_lock`, whose process
     * has done nothing.
     *
     * | key | counts |
     * | --- | --- |
     * | `acquired` | locks that were got, by `lock()`, `synchronized()`, or `adopt()` of another owner's token |
     * | `refused` | calls of these that were told no without having waited: held by somebody, or by this very object; for `adopt()`: the token does not hold the lock |
     * | `timed_out` | calls that were told no after a wait |
     * | `waited_seconds` | time of all calls of `lock()` and `synchronized()` together that had to wait, for a holder or for a server that could not be asked, however they ended |
     * | `handed_over` | those of `acquired` that were given by who had them before, to a call that was woken in the queue, and not found free by looking |
     * | `renewed` | renewals that Redis has granted, one for each lock and time |
     * | `renewal_errors` | renewals that failed without Redis' word on the lock (no connection, no answer in time, an error reply); each try counts, and it is tried again while the lease lasts |
     * | `lost` | those of `acquired` that ran out, or were gone, before they were given back: once for each, when it is noticed |
     * | `released` | those of `acquired` that were given back: by `unlock()`, `unlockAll()`, `synchronized()`, `forceUnlock()` by their own object, the end of an object or request |
     * | `connections_opened` | connections to Redis that were opened and greeted |
     *
     * A lock ends in `lost` or in `released`, never in both, and in neither if it was detached, is held still, was
     * left to run out (`'auto_release' => false`, no time at the end of the request), or if Redis could not be asked.
     * A call that ends in an exception because Redis could not be asked is in none, but that of `lock()` and
     * `synchronized()` in `waited_seconds`.
     *
     * ```php
     * foreach (RedisMutexLock::stats() as $key => $value) {
     *     printf("redis_mutex_lock_%s_total{pid=\"%d\"} %s\n", $key, getmypid(), $value);      // Prometheus
     * }
     * ```
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
     * }
     *
     * @phpstan-impure
     */
    public static function stats(): array {}
}

/**
 * Root of the exceptions of this extension; catch it to catch them all.
 *
 * Thrown itself for what cannot be done: `expire: null` when the system gives no thread for renewal, a wait without
 * limit for what another object of this process has renewed, `adopt()` of a name that this very object is waiting for
 * in `lock()`, and `forceUnlock()` of something that is not a string.
 *
 * ```php
 * try {
 *     $lock->synchronized('report', $callback, timeout: 10, expire: 30);
 * } catch (RedisMutexLockException $e) {
 *     error_log($e->getMessage());           // never contains a password
 * }
 * ```
 */
class RedisMutexLockException extends RuntimeException
{
}

/**
 * Redis could not be asked, so the answer is not known: it is away, too slow, or refuses us.
 *
 * It does not mean that the lock is held, and not that it is free. The message names the server and has its own words.
 * After `lock()`, `adopt()` or `unlock()` the token is kept and released before the object's next command for that
 * name, at the latest at the end of the request. The next call uses a fresh connection.
 *
 * ```php
 * try {
 *     $granted = $lock->lock('order:42', 5, 30);
 * } catch (RedisMutexLockUnavailableException $e) {
 *     http_response_code(503);               // not known: do not go on as if we had the lock
 *     exit;
 * }
 * ```
 */
class RedisMutexLockUnavailableException extends RedisMutexLockException
{
}

/**
 * The lock was not granted within `$timeout`; thrown by `synchronized()` only.
 *
 * The callback was not called. `lock()` says the same with `false`.
 *
 * ```php
 * try {
 *     $lock->synchronized('report', $callback, timeout: 2, expire: 30);
 * } catch (RedisMutexLockTimeoutException) {
 *     echo 'Busy. Please try again.';
 * }
 * ```
 */
class RedisMutexLockTimeoutException extends RedisMutexLockException
{
}

/**
 * The lock was lost while the callback ran; thrown by `synchronized()` only.
 *
 * It ran out, or somebody released it, so another process may have worked at the same time. The callback was not
 * interrupted: it ran to its end and its result is in `$result`. An exception of the callback wins over this one.
 *
 * ```php
 * try {
 *     $sum = $lock->synchronized('ledger', fn () => addUp(), timeout: 10, expire: 30);
 * } catch (RedisMutexLockLostException $e) {
 *     $sum = verify($e->result);             // the work was done, but perhaps not alone
 * }
 * ```
 */
class RedisMutexLockLostException extends RedisMutexLockException
{
    /**
     * What the callback returned.
     */
    public mixed $result = null;
}
