--TEST--
Laravel: the connections of packages that add Sentinel to phpredis lead to the master, for ours and for the stock driver
--FILE--
<?php
use RedisMutexLock\Laravel\ConnectionSettings;
use RedisMutexLock\Laravel\QuorumServers;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\LaravelSentinel;
use Tests\SentinelSet;

Laravels::each(static function (Laravel $laravel): void {
    $set = SentinelSet::shared();
    $ports = array_map(static fn ($sentinel): int => $sentinel->plainPort, $set->sentinels());
    $list = array_map(static fn (int $port): array => ['host' => '127.0.0.1', 'port' => $port], $ports);
    $service = SentinelSet::SERVICE;
    $with = static fn (array $shops, string $client = LaravelSentinel::CLIENT, array $more = []): Laravel => tap(
        $laravel->again([
            'database.redis' => ['client' => $client, 'options' => ['prefix' => 'app_'], 'shops' => $shops] + $more,
            'cache.stores.mutex.lock_connection' => 'shops', 'cache.stores.stock.lock_connection' => 'shops',
            'cache.stores.mutex.mutex' => ['retry_for' => 30],
        ]),
        static fn (Laravel $again) => LaravelSentinel::register($again, $client),
    );
    $arrays = [
        'sentinel_host' => [
            'sentinel_host' => '127.0.0.1', 'sentinel_port' => $ports[0], 'sentinel_service' => $service, 'sentinel_timeout' => 5.0,
            'sentinel_persistent' => null, 'sentinel_retry_interval' => 0, 'sentinel_read_timeout' => 5.0, 'sentinel_username' => null,
            'sentinel_password' => null, 'retry_attempts' => null, 'retry_delay' => null, 'password' => null, 'database' => 0,
        ],
        // Host and port do not count there.
        'sentinel_hosts' => ['host' => '127.0.0.1', 'port' => 1, 'sentinel_hosts' => $list, 'sentinel_service' => $service, 'database' => '0'],
        'sentinels' => [
            'sentinels' => $list, 'read_only_replicas' => false, 'database' => 0, 'options' => ['prefix' => 'app_'],
            'sentinel' => ['host' => '127.0.0.1', 'port' => 1, 'service' => $service, 'password' => null],
        ],
        'sentinel' => ['sentinel' => ['host' => '127.0.0.1', 'port' => $ports[1], 'service' => $service], 'password' => null],
    ];
    $calls = [...array_map(static fn (string $what): array => [$what, LaravelSentinel::CLIENT], array_keys($arrays)), ['sentinel_hosts', 'phpredis']];
    foreach ($calls as [$what, $client]) {
        $again = $with($arrays[$what], $client);
        $what .= " of $client";
        $made = LaravelSentinel::$made;
        $ours = $again->cache()->lock('order', 60);
        Check::same(true, $ours->get(), "$what: ours");
        Check::same($made, LaravelSentinel::$made, "$what: no client of the package was made for it");
        $stock = $again->cache('stock')->lock('order', 60);
        Check::same([$again->key('order')], $set->keys("*{$laravel->prefix}*"), "$what: the key");
        Check::same(false, $stock->get(), "$what: stock while ours is held");
        Check::same(true, $ours->release(), "$what: release");
        Check::same(true, $stock->get(), "$what: stock");
        Check::same(false, $ours->get(), "$what: ours while stock is held");
        Check::same(true, $stock->release(), "$what: release of stock");
        $named = $again->cache()->lock('order', 60, 'somebody');
        Check::same([true, false, true], [$named->get(), $ours->get(), $named->release()], "$what: an owner that was named");
    }

    // What goes to the class.
    $of = static fn (array $shops, string $client = LaravelSentinel::CLIENT): array => ConnectionSettings::of(
        $with($shops, $client)->app->make('redis'),
        'shops',
    )->server;
    $flat = ['sentinel_host' => 'h', 'password' => 'secret', 'username' => 'shop', 'database' => '2', 'timeout' => 3, 'read_timeout' => 4];
    $server = array_filter($of($flat), static fn (mixed $value): bool => $value !== null);
    ksort($server);
    Check::same(
        [
            'database' => '2', 'password' => 'secret', 'read_timeout' => 4,
            'sentinel' => ['sentinel_host' => 'h', 'sentinel_service' => 'mymaster', 'scheme' => 'tcp'], 'timeout' => 3, 'username' => 'shop',
        ],
        $server,
        'without a service',
    );
    foreach ([
        'a master with TLS and plain sentinels' => ['tls', 'tcp', ['scheme' => 'tls']],
        'a master with a context' => ['tls', 'tcp', ['context' => ['stream' => ['cafile' => '/ca']]]],
        'sentinels with TLS' => [null, 'tls', ['sentinel_host' => 'tls://h']],
        'one of several' => [null, 'tls', ['sentinel_host' => null, 'sentinel_hosts' => 'h, tls://i:1']],
        'sentinels with a context' => [null, 'tls', ['sentinel_ssl' => ['cafile' => '/ca']]],
        'a socket beside them' => [null, 'tcp', ['scheme' => 'unix', 'path' => '/redis.sock']],
    ] as $what => [$ofMaster, $ofSentinels, $more]) {
        $server = $of($more + $flat);
        Check::same([$ofMaster, $ofSentinels], [$server['scheme'], $server['sentinel']['scheme']], $what);
        Check::same([], array_intersect_key($server, ['host' => 0, 'port' => 0, 'path' => 0]), "$what: the server of the connection does not count");
    }

    // Each server of a quorum stands alone.
    Check::throws(
        \InvalidArgumentException::class,
        static fn () => QuorumServers::of($with($flat)->app->make('redis'), ['shops']),
        'The connection [shops] is behind Sentinel, and each of the "servers"',
    );

    // Laravel's own phpredis reads none of these keys, so the lock goes where it goes.
    $plain = $laravel->again(['database.redis' => [
        'client' => 'phpredis', 'shops' => ['host' => '10.0.0.1', 'sentinel_host' => 'h', 'sentinel_service' => 'shop'],
    ]]);
    Check::same(['host' => '10.0.0.1'], array_filter(ConnectionSettings::of($plain->app->make('redis'), 'shops')->server), 'the client of Laravel itself');
});

echo 'done';
?>
--EXPECT--
done
