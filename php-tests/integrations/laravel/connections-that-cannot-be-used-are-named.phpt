--TEST--
Laravel: a connection that locks cannot use is named, with what to do
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Port;

Laravels::each(static function (Laravel $laravel): void {
    $lock = static fn (array $redis) => $laravel->again([
        'database.redis' => $redis, 'cache.stores.mutex.lock_connection' => 'shops',
    ])->cache()->lock('order', 10);
    $cannot = 'The driver redis-mutex cannot use the connection [shops]: ';
    $nodes = [['host' => '127.0.0.1', 'port' => 1], ['host' => '127.0.0.1', 'port' => 2]];
    foreach ([
        'Redis connection [shops] not configured.' => ['client' => 'phpredis'],
        $cannot . 'it has no host. Use the driver redis for it.' => ['client' => 'phpredis', 'shops' => ['port' => 6379, 'sentinel_host' => 'h']],
        $cannot . 'one of its nodes has no host. Use the driver redis for it.' => [
            'client' => 'phpredis', 'clusters' => ['shops' => [['port' => 7000]]],
        ],
        $cannot . 'its client chooses a server for each key. Use the driver redis for it.' => [
            'client' => 'predis', 'options' => ['cluster' => 'predis'], 'clusters' => ['shops' => $nodes],
        ],
        $cannot . 'its client is [sentinels], and locks know phpredis and predis. Use the driver redis for it.' => [
            'client' => 'sentinels', 'shops' => ['host' => '127.0.0.1'],
        ],
    ] as $message => $redis) {
        Check::throws(\InvalidArgumentException::class, static fn () => $lock($redis), $message);
    }

    // Names the server, as RedisMutexLock does.
    $port = Port::free();
    $gone = static fn (string $what) => $lock(['client' => 'phpredis', 'shops' => ['host' => '127.0.0.1', 'port' => $port]])->$what();
    foreach (['get', 'release', 'isLocked', 'refresh'] as $what) {
        $thrown = Check::throws(\RedisMutexLockUnavailableException::class, static fn () => $gone($what), "127.0.0.1:$port");
        Check::true($thrown instanceof \RuntimeException, 'as the exceptions of phpredis');
    }

    // What RedisMutexLock refuses is refused at the first lock.
    $context = ['stream' => ['passphrase' => 'secret', 'local_pk' => '/key', 'local_cert' => '/cert']];
    Check::throws(
        \ValueError::class,
        static fn () => $lock(['client' => 'phpredis', 'shops' => ['scheme' => 'tls', 'host' => '127.0.0.1', 'context' => $context]]),
        'passphrase',
    );
});

echo 'done';
?>
--EXPECT--
done
