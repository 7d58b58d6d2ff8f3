<?php

declare(strict_types=1);

require_once __DIR__ . '/compare-and-delete.php';
require_once __DIR__ . '/sharing-locks.php';

/** How many processes may have a lock of these contestants together: a share with a limit, and Laravel's funnel. */
const OWNERS_TOGETHER = 4;

/**
 * Each library as its manual says: a lock of 20 s, and a wait of up to a minute where the library has such a limit.
 *
 * @return array{Closure(string): mixed, Closure(string): mixed} lock and unlock; false is a failure
 */
function waiting_lock(string $contestant, int $port): array
{
    return match ($contestant) {
        'mutex' => mutex_lock($port),
        'mutex-share' => mutex_share($port),
        'mutex-limit' => mutex_share($port, OWNERS_TOGETHER),
        'mutex-several' => mutex_lock_of_several($port),
        'symfony' => symfony_lock($port),
        'symfony-read' => symfony_lock($port, 'acquireRead'),
        'laravel-funnel' => laravel_funnel(OWNERS_TOGETHER),
        'msetnx' => msetnx_by_hand($port, atOnce: false),
        'msetnx-at-once' => msetnx_by_hand($port, atOnce: true),
        'laravel-stock' => laravel_store_lock('stock'),
        'laravel-mutex' => laravel_store_lock('mutex'),
        'hand' => lock_by_hand($port),
    };
}

/** A machine on which tests run beside the benchmark may answer late, which is no failure of a contestant. */
function mutex_at(int $port): RedisMutexLock
{
    return new RedisMutexLock("redis://127.0.0.1:$port/0?command_timeout=10");
}

function mutex_lock(int $port): array
{
    $lock = mutex_at($port);

    return [
        static fn (string $name) => $lock->lock($name, timeout: 60, expire: 20),
        static fn (string $name) => $lock->unlock($name),
    ];
}

/** @param string $acquire the method; acquireRead() is for many processes at once */
function symfony_lock(int $port, string $acquire = 'acquire'): array
{
    require_once '/usr/share/php/Symfony/Component/Lock/autoload.php';
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port);
    $factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\RedisStore($redis));
    $held = [];

    return [
        static function (string $name) use ($factory, $acquire, &$held): bool {
            $held[$name] = $factory->createLock("symfony:$name", 20);

            return $held[$name]->$acquire(true);
        },
        static function (string $name) use (&$held): void {
            $held[$name]->release(); // throws if it cannot
        },
    ];
}

/** A store of Tests\Laravel. The environment names Laravel and the server. */
function laravel_store_lock(string $store): array
{
    require_once __DIR__ . '/../../php-tests/lib/autoload.php';
    $cache = Tests\Laravel::boot(['cache.prefix' => 'bench_'])->cache($store);
    $held = [];

    return [
        static function (string $name) use ($cache, &$held): bool {
            $held[$name] = $cache->lock($name, 20);

            return $held[$name]->block(60);
        },
        static function (string $name) use (&$held): bool {
            return $held[$name]->release();
        },
    ];
}

function lock_by_hand(int $port): array
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port);
    $release = $redis->script('load', COMPARE_AND_DELETE);
    $tokens = [];

    return [
        static function (string $name) use ($redis, &$tokens): bool {
            $tokens[$name] = bin2hex(random_bytes(16));
            while (!$redis->set("hand:$name", $tokens[$name], ['NX', 'PX' => 20000])) {
                usleep(100_000);
            }

            return true;
        },
        static function (string $name) use ($redis, $release, &$tokens): bool {
            return $redis->evalSha($release, ["hand:$name", $tokens[$name]], 1) === 1;
        },
    ];
}
