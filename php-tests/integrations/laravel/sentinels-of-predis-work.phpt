--TEST--
Laravel: a connection of Predis with sentinels leads to the master
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\SentinelSet;

Laravels::each(static function (Laravel $laravel): void {
    $set = SentinelSet::shared();
    $sentinels = array_map(static fn ($sentinel): string => "tcp://127.0.0.1:$sentinel->plainPort?timeout=5", $set->sentinels());
    $options = ['replication' => 'sentinel', 'service' => SentinelSet::SERVICE, 'parameters' => ['database' => 0], 'prefix' => 'options_'];
    $store = ['cache.stores.mutex.lock_connection' => 'shops', 'cache.stores.stock.lock_connection' => 'shops'];
    $again = $laravel->again([
        'database.redis' => ['client' => 'predis', 'shops' => [...$sentinels, 'options' => $options]],
    ] + $store);
    $ours = $again->cache()->lock('order', 60);
    $stock = $again->cache('stock')->lock('order', 60);
    Check::same(true, $ours->get(), 'ours');
    Check::same(["options_{$again->cache()->getStore()->getPrefix()}order"], $set->keys("*{$laravel->prefix}*"), 'the key');
    Check::same(false, $stock->get(), 'stock while ours is held');
    Check::same(true, $ours->release(), 'release');
    Check::same(true, $stock->get(), 'stock');
    Check::same(false, $ours->get(), 'ours while stock is held');
    Check::same(true, $stock->release(), 'release of stock');

    foreach ([
        ['service' => null] + $options,
        array_diff_key($options, ['service' => '']),
    ] as $wrong) {
        $again = $laravel->again(['database.redis' => ['client' => 'predis', 'shops' => [...$sentinels, 'options' => $wrong]]] + $store);
        Check::throws(
            \InvalidArgumentException::class,
            static fn () => $again->cache()->lock('order', 60),
            'The driver redis-mutex cannot use the connection [shops]: it needs the name of its "service" and its sentinels. Use the driver redis for it.',
        );
    }
});

echo 'done';
?>
--EXPECT--
done
