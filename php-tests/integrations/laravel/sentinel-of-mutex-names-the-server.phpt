--TEST--
Laravel: "sentinel" in "mutex" names the server of the locks, while the connection gives login, database and prefix
--FILE--
<?php
use RedisMutexLock\Laravel\ConnectionSettings;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\SentinelSet;

Laravels::each(static function (Laravel $laravel): void {
    $set = SentinelSet::shared();
    $nodes = array_map(static fn ($sentinel): string => "127.0.0.1:$sentinel->plainPort", $set->sentinels());
    $sentinel = ['service' => SentinelSet::SERVICE, 'nodes' => $nodes];
    $redis = $laravel->app->make('config')->get('database.redis');
    $with = static fn (mixed $sentinel, array $shops = [], array $mutex = [], array $other = []): Laravel => $laravel->again([
        'database.redis' => $other + ['shops' => ['database' => '3', 'options' => ['prefix' => 'shops_']] + $shops] + $redis,
        'cache.stores.mutex.lock_connection' => 'shops',
        'cache.stores.mutex.mutex' => ['sentinel' => $sentinel, 'retry_for' => 30] + $mutex,
    ]);
    $again = $with($sentinel, ['host' => '127.0.0.1', 'port' => 1]);
    $cache = $again->cache();
    $lock = $cache->lock('order', 60);
    Check::same([true, false], [$lock->get(), $cache->lock('order', 60)->get()], 'one lock');
    $master = $set->master()->client();
    $master->call('SELECT', 3);
    $key = $cache->getStore()->lockKey('order');
    Check::same(true, str_ends_with($key, "{$cache->getStore()->getPrefix()}order"), 'the key');
    Check::same($lock->owner(), $master->call('GET', $key), 'the key at the master, in the database of the connection');
    Check::same([true, true], [$lock->isLocked(), $lock->isOwnedBy($lock->owner())], 'questions');
    Check::same(true, str_contains($again->artisan('lock:list', ['--json' => true]), '"name":"order"'), 'lock:list');
    Check::same(true, $cache->restoreLock('order', $lock->owner())->release(), 'release of a restored lock');
    Check::same(true, $lock->get(), 'get again');
    Check::same(true, str_starts_with($again->artisan('lock:release', ['name' => 'order', '--force' => true]), '0 '), 'lock:release');
    Check::same('made', $cache->rememberOnce('stats', 60, static fn (): string => 'made'), 'rememberOnce()');
    $funnel = static fn (callable $do): mixed => $cache->funnel('mails')->limit(1)->block(0)->then($do, static fn (): string => 'full');
    $key = $cache->getStore()->lockKey('funnel:mails');
    Check::same([1, 'full'], $funnel(static fn (): array => [$master->call('ZCARD', $key), $funnel(static fn (): string => 'in')]), 'funnel()');
    Check::same('made', $laravel->cache()->get('stats'), 'values stay on the connection of the cache');

    // Laravel's own lock would be on the connection, which may lead elsewhere.
    $what = 'at the master that the sentinels of "mutex" name';
    $refused = static fn (string $message, Closure $call) => Check::throws(\InvalidArgumentException::class, $call, $message);
    $refused(
        "The lock is $what, where nobody can acquire it for an owner that is given. Leave the owner out, or use a cache store whose"
            . ' "mutex" has no "sentinel".',
        static fn () => $cache->lock('order', 60, 'somebody')->get(),
    );
    $refused("The lock is $what, and its key (prefix and name) has 1 to 4096 bytes.", static fn () => $cache->lock(str_repeat('x', 5000), 60));
    $refused(
        'The locks of this cache store are at the master of the "sentinel" of its "mutex", and Laravel\'s connection may lead to another'
            . ' server. Use Cache::lock() and the commands lock:list and lock:release.',
        static fn () => $cache->getStore()->lockConnection(),
    );

    // What it cannot stand beside, and what is off.
    $refused(
        '"mutex" of a cache store has "servers" and "sentinel"',
        static fn () => $with($sentinel, [], ['servers' => ['127.0.0.1:1', '127.0.0.1:2', '127.0.0.1:3']])->cache(),
    );
    $refused(
        'The driver redis-mutex cannot use the connection [shops]: it is a Cluster, and "sentinel" in "mutex" is for one master.',
        static fn () => $laravel->again([
            'database.redis' => ['clusters' => ['shops' => [['host' => '127.0.0.1', 'port' => 1]]]] + $redis,
            'cache.stores.mutex.lock_connection' => 'shops', 'cache.stores.mutex.mutex' => ['sentinel' => $sentinel],
        ])->cache()->lock('order', 60),
    );
    Check::throws(\ValueError::class, static fn () => $with(['nodes' => $nodes])->cache()->lock('order', 60), '"sentinel" has no "service"');
    Check::throws(\ValueError::class, static fn () => $with('shop')->cache()->lock('order', 60), '"sentinel" must be an array');
    foreach ([null, [], false, '', ['enable' => false] + $sentinel] as $off) {
        $server = array_diff_key($redis['default'], ['database' => 0]);
        Check::same(true, $with($off, $server)->cache()->lock('off', 60)->block(30, static fn (): bool => true), 'off: ' . json_encode($off));
    }

    // What the connection gives, with phpredis, with Predis, and with a client that nobody knows.
    $shops = ['host' => 'tls://10.0.0.1', 'port' => 1, 'username' => 'shop', 'password' => 'secret', 'database' => '3', 'read_timeout' => 4];
    foreach (['phpredis', 'predis', 'another'] as $client) {
        $given = $client === 'predis' ? ['host' => '10.0.0.1', 'scheme' => 'tls'] + $shops : $shops;
        $again = $laravel->again(['database.redis' => ['client' => $client, 'options' => ['prefix' => 'app_'], 'shops' => $given]]);
        $settings = ConnectionSettings::of($again->app->make('redis'), 'shops', $sentinel);
        $server = $settings->server;
        Check::same(
            [$sentinel, 'tls', 'shop', 'secret', '3', 'app_'],
            [$server['sentinel'], $server['scheme'], $server['username'], $server['password'], (string) $server['database'], $settings->prefix],
            "what a connection of $client gives",
        );
        Check::same([], array_intersect_key($server, ['host' => 0, 'port' => 0, 'path' => 0]), "$client: its own server does not count");
    }
});

echo 'done';
?>
--EXPECT--
done
