<?php

declare(strict_types=1);

require_once __DIR__ . '/compare-and-delete.php';

/*
 * Locks that several processes may have together, or that have several names. Used by waiting_lock(), which says what they return.
 * A lock of several names gets them with commas between.
 */

/** Seconds for which a process waits for several names. Processes that wait for each other for ever would show here. */
const SEVERAL_TIMEOUT = 5;

function mutex_share(int $port, ?int $limit = null): array
{
    $lock = mutex_at($port);

    return [
        static fn (string $name) => $lock->lockShared($name, timeout: 60, expire: 20, limit: $limit),
        static fn (string $name) => $lock->unlock($name),
    ];
}

function mutex_lock_of_several(int $port): array
{
    $lock = mutex_at($port);

    return [
        static fn (string $names) => $lock->lockAll(explode(',', $names), timeout: SEVERAL_TIMEOUT, expire: 20),
        static fn () => $lock->unlockAll(),
    ];
}

/**
 * Redis::funnel() of Laravel, which lets so many callbacks run at once. It releases when the callback returns, so the callback is
 * suspended for the time of the section. The environment names Laravel and the server.
 */
function laravel_funnel(int $limit): array
{
    require_once __DIR__ . '/../../php-tests/lib/autoload.php';
    $redis = Tests\Laravel::boot(['cache.prefix' => 'bench_'])->app->make('redis')->connection();
    $inside = [];

    return [
        static function (string $name) use ($redis, $limit, &$inside): void {
            $funnel = $redis->funnel($name)->limit($limit)->releaseAfter(20)->block(60);
            $inside[$name] = new Fiber(static fn () => $funnel->then(Fiber::suspend(...)));
            $inside[$name]->start(); // throws if it waited for a minute
        },
        static function (string $name) use (&$inside): void {
            $inside[$name]->resume();
        },
    ];
}

/**
 * Several names by MSETNX, which sets all or none. It knows no lifetime, so a script sets one.
 *
 * @param array{int, int} $pause the fewest and most microseconds until a waiter tries again
 */
function msetnx_by_hand(int $port, array $pause): array
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port);
    $acquire = $redis->script('load', MSETNX_WITH_LIFETIME);
    $release = $redis->script('load', COMPARE_AND_DELETE_ALL);
    $keys = static fn (string $names) => array_map(static fn (string $name) => "hand:$name", explode(',', $names));
    $token = '';

    return [
        static function (string $names) use ($redis, $acquire, $keys, $pause, &$token): bool {
            $token = bin2hex(random_bytes(16));
            $keys = $keys($names);
            $end = microtime(true) + SEVERAL_TIMEOUT;
            while ($redis->evalSha($acquire, [...$keys, $token, 20000], count($keys)) !== 1) {
                if (microtime(true) > $end) {
                    return false;
                }
                usleep(random_int(...$pause));
            }

            return true;
        },
        static function (string $names) use ($redis, $release, $keys, &$token): bool {
            $keys = $keys($names);

            return $redis->evalSha($release, [...$keys, $token], count($keys)) === count($keys);
        },
    ];
}

/** KEYS: the locks | ARGV: the token, the lifetime in milliseconds. */
const MSETNX_WITH_LIFETIME = <<<'LUA'
    local pairs = {}
    for _, key in ipairs(KEYS) do
        pairs[#pairs + 1] = key
        pairs[#pairs + 1] = ARGV[1]
    end
    if redis.call('MSETNX', unpack(pairs)) == 0 then
        return 0
    end
    for _, key in ipairs(KEYS) do
        redis.call('PEXPIRE', key, ARGV[2])
    end
    return 1
    LUA;

/** KEYS: the locks | ARGV: the token. Returns how many it has deleted. */
const COMPARE_AND_DELETE_ALL = <<<'LUA'
    local deleted = 0
    for _, key in ipairs(KEYS) do
        if redis.call('GET', key) == ARGV[1] then
            deleted = deleted + redis.call('DEL', key)
        end
    end
    return deleted
    LUA;
