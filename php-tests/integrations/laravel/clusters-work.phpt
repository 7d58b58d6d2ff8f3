--TEST--
Laravel: a Cluster of database.redis.clusters has the same keys as with the stock driver
--FILE--
<?php
use Tests\Certificates;
use Tests\Check;
use Tests\ClusterSet;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $set = ClusterSet::shared();
    $nodes = [];
    foreach ($set->nodes() as $node) {
        $nodes[] = ['host' => '127.0.0.1', 'port' => $node->plainPort, 'database' => '0', 'password' => null];
    }
    $prefix = Check::unique('cluster') . '_';
    // Laravel 8 wants a constant that phpredis 6 does not have.
    $stockWorks = $laravel->version() > 8 || defined('RedisCluster::OPT_PREFIX');
    foreach ($stockWorks ? ['phpredis', 'predis'] : ['predis'] as $client) {
        $again = $laravel->again([
            'database.redis' => [
                'client' => $client,
                'options' => ['cluster' => 'redis', 'prefix' => $prefix],
                'clusters' => ['shops' => $nodes],
            ],
            'cache.stores.mutex.connection' => 'shops', 'cache.stores.mutex.lock_connection' => 'shops',
            'cache.stores.stock.connection' => 'shops', 'cache.stores.stock.lock_connection' => 'shops',
        ]);
        foreach (['a', 'b', 'c', 'd'] as $name) {
            $ours = $again->cache()->lock($name, 60);
            $stock = $again->cache('stock')->lock($name, 60);
            Check::same(true, $ours->get(), "$client: ours");
            $key = $set->keys("$prefix*");
            Check::same(1, count($key), "$client: keys");
            Check::same(false, $stock->get(), "$client: stock while ours is held");
            Check::same(true, $ours->release(), "$client: release");
            Check::same(true, $stock->get(), "$client: stock");
            Check::same($key, $set->keys("$prefix*"), "$client: the key");
            Check::same(true, $again->cache()->restoreLock($name, $stock->owner())->release(), "$client: ours releases stock");
        }
        $inside = static fn (callable $do): mixed => $again->cache()->funnel('mails')->limit(2)->block(0)->then($do, static fn (): string => 'full');
        $third = static fn (): mixed => $inside(static fn (): string => 'a third one');
        Check::same('full', $inside(static fn (): mixed => $inside($third)), "$client: a funnel");
        Check::same([], $set->keys("$prefix*"), "$client: the keys at the end");
    }

    // phpredis speaks TLS to all nodes if the options have a context.
    $again = $laravel->again([
        'database.redis' => [
            'client' => 'phpredis',
            'options' => ['cluster' => 'redis', 'prefix' => $prefix, 'context' => ['cafile' => Certificates::suite()->ca]],
            'clusters' => ['shops' => array_map(
                static fn (RedisServer $node): array => ['host' => '127.0.0.1', 'port' => $node->tlsPort],
                $set->nodes(),
            )],
        ],
        'cache.stores.mutex.connection' => 'shops', 'cache.stores.mutex.lock_connection' => 'shops',
        'cache.stores.stock.connection' => 'shops', 'cache.stores.stock.lock_connection' => 'shops',
    ]);
    foreach (['a', 'b', 'c', 'd'] as $name) {
        $ours = $again->cache()->lock($name, 60);
        Check::same(true, $ours->get(), 'TLS: ours');
        if ($stockWorks) {
            Check::same(false, $again->cache('stock')->lock($name, 60)->get(), 'TLS: stock while ours is held');
        }
        Check::same(true, $ours->release(), 'TLS: release');
    }

    // The password of the options is that of all nodes, as in Laravel.
    $nodes[0]['password'] = 'another one';
    $again = $laravel->again([
        'database.redis' => [
            'client' => 'phpredis',
            'options' => ['prefix' => $prefix],
            'clusters' => ['options' => ['password' => 'secret'], 'shops' => $nodes],
        ],
        'cache.stores.mutex.lock_connection' => 'shops',
    ]);
    Check::throws(\RedisMutexLockUnavailableException::class, static fn () => $again->cache()->lock('a', 60)->get(), 'password');
});

echo 'done';
?>
--EXPECT--
done
