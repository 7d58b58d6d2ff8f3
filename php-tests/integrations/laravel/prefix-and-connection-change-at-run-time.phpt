--TEST--
Laravel: the prefix and the connection of a store may change at run time, as packages for tenants do
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $stock = $laravel->cache('stock')->getStore();
    $ours = $laravel->cache()->getStore();
    $before = $laravel->cache()->lock('row', 10);
    foreach (['tenant1', 'tenant2'] as $tenant) {
        $stock->setPrefix($tenant . $laravel->prefix);
        $ours->setPrefix($tenant . $laravel->prefix);
        $lock = $laravel->cache()->lock('row', 10);
        Check::same(true, $lock->get(), "$tenant: get");
        Check::same($lock->owner(), $laravel->redis()->call('GET', $laravel->key('row')), "$tenant: the key");
        Check::same(false, $laravel->cache('stock')->lock('row', 10)->get(), "$tenant: stock");
    }
    // A lock keeps the prefix with which it was made.
    Check::same(true, $before->get(), 'a lock from before');
    Check::same(true, $before->release(), 'its release');

    $stock->setLockConnection('cache');
    $ours->setLockConnection('cache');
    $lock = $laravel->cache()->lock('row', 10);
    Check::same(true, $lock->get(), 'get at another connection');
    Check::same('cache', $lock->getConnectionName(), 'its connection');
    Check::same(false, $laravel->cache('stock')->lock('row', 10)->get(), 'stock at that connection');
    Check::same(true, $lock->release(), 'release at that connection');
    Check::same(true, $laravel->cache('stock')->lock('row', 10)->get(), 'stock after that');
    $named = $laravel->cache()->lock('other', 10, 'somebody');
    $ours->setLockConnection('default');
    Check::same(true, $named->get(), 'a lock of a named owner keeps its connection');
    Check::same(true, $laravel->cache('stock')->restoreLock('other', 'somebody')->release(), 'stock releases it there');

    $stock->setLockConnection('default');

    // Another way of such packages: the open connection gets another prefix.
    $client = $laravel->app->make('redis')->connection('default')->client();
    foreach (['tenant1:', 'tenant2:'] as $tenant) {
        $client->setOption(Redis::OPT_PREFIX, $tenant);
        $lock = $laravel->cache()->lock('bill', 10);
        Check::same(true, $lock->get(), "$tenant get");
        Check::same(false, $laravel->cache('stock')->lock('bill', 10)->get(), "$tenant stock");
        Check::same(1, count($laravel->redis()->call('KEYS', "$tenant*{$laravel->prefix}*bill")), "$tenant keys");
    }
    Check::same(true, $lock->release(), 'release under the prefix of the connection');
});

echo 'done';
?>
--EXPECT--
done
