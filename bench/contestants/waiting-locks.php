<?php

declare(strict_types=1);

require_once __DIR__ . '/compare-and-delete.php';

const WAITING_CONTESTANTS = [
    'mutex' => 'RedisMutexLock',
    'symfony' => 'Symfony Lock',
    'laravel' => 'Laravel Cache::lock',
    'hand' => 'phpredis, SET NX every 100 ms',
];

// The files that a contestant needs, where Debian puts them, and their packages.
const WAITING_LIBRARIES = [
    'symfony' => ['/usr/share/php/Symfony/Component/Lock/autoload.php' => 'php-symfony-lock'],
    'laravel' => [
        '/usr/share/php/Illuminate/Cache/autoload.php' => 'php-illuminate-cache',
        '/usr/share/php/Illuminate/Redis/autoload.php' => 'php-illuminate-redis',
    ],
];

/** @return list<string> the packages that a contestant needs and that are missing */
function missing_packages(string $contestant): array
{
    $library = WAITING_LIBRARIES[$contestant] ?? [];

    return array_values(array_filter($library, static fn (string $file) => !is_file($file), ARRAY_FILTER_USE_KEY));
}

/**
 * Each library as its manual says: a lock of 20 s, and a wait of up to a minute where the library has such a limit.
 *
 * @return array{Closure(string): mixed, Closure(string): mixed} lock and unlock; false is a failure
 */
function waiting_lock(string $contestant, int $port): array
{
    foreach (WAITING_LIBRARIES[$contestant] ?? [] as $file => $package) {
        require_once $file;
    }

    return match ($contestant) {
        'mutex' => mutex_lock($port),
        'symfony' => symfony_lock($port),
        'laravel' => laravel_lock($port),
        'laravel-stock' => laravel_store_lock('stock'),
        'laravel-mutex' => laravel_store_lock('mutex'),
        'hand' => lock_by_hand($port),
    };
}

function mutex_lock(int $port): array
{
    $lock = new RedisMutexLock("redis://127.0.0.1:$port/0");

    return [
        static fn (string $name) => $lock->lock($name, timeout: 60, expire: 20),
        static fn (string $name) => $lock->unlock($name),
    ];
}

function symfony_lock(int $port): array
{
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port);
    $factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\RedisStore($redis));
    $held = [];

    return [
        static function (string $name) use ($factory, &$held): bool {
            $held[$name] = $factory->createLock("symfony:$name", 20);

            return $held[$name]->acquire(true);
        },
        static function (string $name) use (&$held): void {
            $held[$name]->release(); // throws if it cannot
        },
    ];
}

function laravel_lock(int $port): array
{
    $server = ['host' => '127.0.0.1', 'port' => $port, 'database' => 0];
    $store = new Illuminate\Cache\RedisStore(new Illuminate\Redis\RedisManager(null, 'phpredis', ['default' => $server]));
    $held = [];

    return [
        static function (string $name) use ($store, &$held): bool {
            $held[$name] = $store->lock("laravel:$name", 20);

            return $held[$name]->block(60);
        },
        static function (string $name) use (&$held): bool {
            return $held[$name]->release();
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
