--TEST--
Laravel: a lock opens no connection of Laravel, and none at all before it is used
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $opened = \RedisMutexLock::stats()['connections_opened'];
    $lock = $laravel->cache()->lock('lazy', 10);
    $restored = $laravel->cache()->restoreLock('lazy', $lock->owner());
    Check::same($opened, \RedisMutexLock::stats()['connections_opened'], 'connections of locks before the first one');
    Check::same(true, $lock->get(), 'get');
    Check::same(false, $lock->get(), 'get again');
    Check::same(true, $restored->isOwnedByCurrentProcess(), 'the owner');
    Check::same(true, $restored->refresh(20), 'refresh');
    Check::same(true, $restored->release(), 'release of the restored lock');
    Check::same('result', $laravel->cache()->lock('lazy', 10)->block(1, static fn (): string => 'result'), 'block');
    $lock->forceRelease();
    Check::same([], array_keys((array) $laravel->app->make('redis')->connections()), 'connections of Laravel');
    Check::same($opened + 1, \RedisMutexLock::stats()['connections_opened'], 'connections of locks');
});

echo 'done';
?>
--EXPECT--
done
