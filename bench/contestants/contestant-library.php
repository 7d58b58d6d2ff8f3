<?php

declare(strict_types=1);

/*
 * Another library, used as its manual says: a lock of 20 s, acquired and released.
 *     contestant-library.php predis|symfony|phplock AUTOLOAD PORT WARM_UP SECONDS
 */

error_reporting(E_ALL & ~E_DEPRECATED); // a library may be older than its PHP

require __DIR__ . '/compare-and-delete.php';
require __DIR__ . '/contestant.php';

[, $library, $autoload, $port, $warmUp, $seconds] = $argv;
$port = (int) $port;
// Debian's libraries require each other by a path, which only Debian's own PHP knows.
set_include_path('/usr/share/php');
require $autoload;

$phpredis = static function () use ($port): Redis {
    $redis = new Redis();
    $redis->connect('127.0.0.1', $port);

    return $redis;
};

/** @return Closure(): mixed does one pair; false is a failure */
$pair = match ($library) {
    'predis' => (static function () use ($port): Closure {
        $redis = new Predis\Client(['host' => '127.0.0.1', 'port' => $port]);
        $release = $redis->script('load', COMPARE_AND_DELETE);

        return static function () use ($redis, $release): bool {
            $token = bin2hex(random_bytes(16));

            return $redis->set('lock:bench', $token, 'PX', 20000, 'NX') !== null
                && $redis->evalsha($release, 1, 'lock:bench', $token) === 1;
        };
    })(),
    'symfony' => (static function () use ($phpredis): Closure {
        $factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\RedisStore($phpredis()));

        return static function () use ($factory): bool {
            $lock = $factory->createLock('bench', 20);
            $acquired = $lock->acquire();
            $lock->release(); // throws if it cannot

            return $acquired;
        };
    })(),
    'phplock' => (static function () use ($phpredis): Closure {
        $mutex = new malkusch\lock\mutex\PHPRedisMutex([$phpredis()], 'bench', 20);

        return static fn (): bool => $mutex->synchronized(static fn (): bool => true); // throws if it cannot
    })(),
};

compete(static function (float $seconds) use ($pair): int {
    $pairs = 0;
    $end = hrtime(true) + (int) ($seconds * 1e9);
    do {
        for ($i = 0; $i < 16; $i++) {
            if (!$pair()) {
                throw new RuntimeException('The lock was not free, or was lost.');
            }
        }
        $pairs += 16;
    } while (hrtime(true) < $end);

    return $pairs;
}, (float) $warmUp, (float) $seconds);
