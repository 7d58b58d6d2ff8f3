--TEST--
Laravel: a lock of this driver and one of the stock driver exclude each other, both ways, on one key
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $ours = $laravel->cache()->lock('order', 10);
    $stock = $laravel->cache('stock')->lock('order', 10);

    Check::same(true, $ours->get(), 'ours');
    Check::same($ours->owner(), $redis->call('GET', $laravel->key('order')), 'the value of the key');
    Check::between(9_000, 10_000, $redis->call('PTTL', $laravel->key('order')), 'the lifetime in ms');
    Check::same(false, $stock->get(), 'stock while ours is held');
    Check::same(true, $ours->release(), 'release of ours');
    Check::same(null, $redis->call('GET', $laravel->key('order')), 'the key after the release');

    Check::same(true, $stock->get(), 'stock');
    Check::same(false, $ours->get(), 'ours while stock is held');
    Check::same(false, $ours->release(), 'release of what stock holds');
    Check::same(true, $stock->release(), 'release of stock');
    Check::same(true, $ours->get(), 'ours again');
});

echo 'done';
?>
--EXPECT--
done
