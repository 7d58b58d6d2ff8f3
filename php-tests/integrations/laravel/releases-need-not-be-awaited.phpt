--TEST--
Laravel: with await_release off, release() of a lock with seconds waits for no answer, and the next lock comes behind it
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $cache = $laravel->again(['cache.stores.mutex.mutex' => ['await_release' => 'off']])->cache();
    $redis = $laravel->redis();
    for ($i = 0; $i < 3; $i++) {
        $lock = $cache->lock('order', 60);
        Check::true($lock->get() && $lock->release(), "pair $i");
    }
    $lock = $cache->lock('order', 60);
    Check::same([true, true], [$lock->get(), $lock->isOwnedByCurrentProcess()], 'get, owned');
    Check::true($lock->remaining() > 30, 'remaining');
    // An answer would say that the lock was not this owner's any more.
    $redis->call('DEL', $laravel->key('order'));
    Check::true($lock->release(), 'release');
    Check::same(false, $lock->isLocked(), 'what this process sees');

    // Another process may release a lock of this one, as before.
    $lock = $cache->lock('order', 60);
    Check::true($lock->get(), 'get');
    Check::true($laravel->cache()->restoreLock('order', $lock->owner())->release(), 'release by the owner');
    $next = $cache->lock('order', 60);
    Check::true($next->get(), 'the next lock of this process');
    Check::same(false, $lock->release(), 'release of the lock of before');
    Check::same($next->owner(), $redis->call('GET', $laravel->key('order')), 'which leaves the next one alone');
    Check::true($next->refresh(120) && $next->remaining() > 60, 'refresh');
    Check::true($next->release() && !$next->isLocked(), 'release, and what this process sees');

    // The end of a renewed lock tells its loss, so it is awaited.
    $renewed = $cache->lock('report', null);
    Check::true($renewed->get(), 'renewed');
    $redis->call('DEL', $laravel->key('report'));
    Check::same(false, $renewed->release(), 'release of a renewed lock that was lost');
});

echo 'done';
?>
--EXPECT--
done
