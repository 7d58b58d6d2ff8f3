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
 * Several names by MSETNX, which sets all or none. It knows no lifetime, so a script sets one. A waiter polls every 2 to 10 ms.
 *
 * @param bool $atOnce whether one script releases all names; otherwise each is released on its own, as a lock of one name
 */
function msetnx_by_hand(int $port, bool $atOnce): array
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port);
    $acquire = $redis->script('load', MSETNX_WITH_LIFETIME);
    $release = $redis->script('load', COMPARE_AND_DELETE_ALL);
    $keys = static fn (string $names) => array_map(static fn (string $name) => "hand:$name", explode(',', $names));
    $token = '';

    return [
        static function (string $names) use ($redis, $acquire, $keys, &$token): bool {
            $token = bin2hex(random_bytes(16));
            $keys = $keys($names);
            $end = microtime(true) + SEVERAL_TIMEOUT;
            while ($redis->evalSha($acquire, [...$keys, $token, 20000], count($keys)) !== 1) {
                if (microtime(true) > $end) {
                    return false;
                }
                usleep(random_int(2_000, 10_000));
            }

            return true;
        },
        static function (string $names) use ($redis, $release, $keys, $atOnce, &$token): bool {
            $keys = $keys($names);
            $deleted = array_map(
                static fn (array $some) => $redis->evalSha($release, [...$some, $token], count($some)),
                $atOnce ? [$keys] : array_chunk($keys, 1),
            );

            return array_sum($deleted) === count($keys);
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
