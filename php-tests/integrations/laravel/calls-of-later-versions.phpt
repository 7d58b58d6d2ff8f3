--TEST--
Laravel: what later versions build on locks works: withoutOverlapping, memo, flushLocks
--FILE--
<?php
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisMutexLock\Laravel\MutexLock;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $cache = $laravel->cache();
    $redis = $laravel->redis();
    if (method_exists($cache, 'withoutOverlapping')) {
        $key = $laravel->key('report');
        $held = static fn (): bool => $redis->call('GET', $key) !== null;
        Check::same(true, $cache->withoutOverlapping('report', $held, 10, 1), 'withoutOverlapping');
        Check::same(false, $held(), 'the key after that');
        Check::same(true, $laravel->cache('stock')->lock('report', 10)->get(), 'stock holds it');
        Check::throws(LockTimeoutException::class, static fn () => $cache->withoutOverlapping('report', $held, 10, 0));
    }
    if (method_exists($laravel->app->make('cache'), 'memo')) {
        $lock = $laravel->app->make('cache')->memo('mutex')->lock('memoized', 10);
        Check::same(true, $lock instanceof MutexLock && $lock->get(), 'a lock of memo()');
        Check::same($lock->owner(), $redis->call('GET', $laravel->key('memoized')), 'its key');
    }
    if (method_exists($cache->getStore(), 'flushLocks')) {
        // It deletes all keys of the server's database.
        $server = RedisServer::start();
        $alone = $laravel->again([
            'database.redis.locks' => ['host' => '127.0.0.1', 'port' => $server->plainPort],
            'cache.stores.mutex.lock_connection' => 'locks',
        ]);
        $lock = $alone->cache()->lock('flushed', 10);
        Check::same(true, $lock->get(), 'get');
        Check::same(true, $alone->cache()->flushLocks(), 'flushLocks');
        Check::same(false, $lock->isLocked(), 'the lock after that');
    }
    Check::same(true, $laravel->version() < 13 || method_exists($cache, 'withoutOverlapping'), 'the newest version has them');
});

echo 'done';
?>
--EXPECT--
done
