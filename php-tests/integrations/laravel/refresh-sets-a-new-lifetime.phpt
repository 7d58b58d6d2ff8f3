--TEST--
Laravel: refresh() sets a new lifetime for its owner, on each version
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $lock = $laravel->cache()->lock('long', 10);
    Check::same(false, $lock->refresh(), 'refresh of a free lock');
    Check::same(true, $lock->get(), 'get');
    Check::same(true, $lock->refresh(60), 'refresh(60)');
    Check::between(59_000, 60_000, $redis->call('PTTL', $laravel->key('long')), 'the lifetime in ms');
    Check::same(true, $lock->refresh(), 'refresh()');
    Check::between(9_000, 10_000, $redis->call('PTTL', $laravel->key('long')), 'the lifetime in ms');
    Check::same(false, $laravel->cache()->lock('long', 10)->refresh(60), 'refresh by another owner');
    Check::same(true, $laravel->cache()->restoreLock('long', $lock->owner())->refresh(30), 'refresh by a restored lock');
    Check::between(29_000, 30_000, $redis->call('PTTL', $laravel->key('long')), 'the lifetime in ms');
    Check::same(true, $lock->release(), 'release');

    $stock = $laravel->cache('stock')->lock('long', 10);
    Check::same(true, $stock->get(), 'stock: get');
    Check::same(true, $laravel->cache()->restoreLock('long', $stock->owner())->refresh(40), 'refresh of a stock lock');
    Check::between(39_000, 40_000, $redis->call('PTTL', $laravel->key('long')), 'the lifetime in ms');
});

echo 'done';
?>
--EXPECT--
done
