--TEST--
Laravel: a name whose key is longer than 4,096 bytes is locked by Laravel's rules, and both drivers exclude each other
--FILE--
<?php
use Illuminate\Contracts\Cache\LockTimeoutException;
use RedisMutexLock\Laravel\MutexLock;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Port;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    foreach (['phpredis', 'predis', 'with a serializer'] as $which) {
        $client = $which === 'predis' ? 'predis' : 'phpredis';
        $options = ['prefix' => 'app_'] + ($which === 'with a serializer' ? ['serializer' => Redis::SERIALIZER_PHP] : []);
        $again = $laravel->again(['database.redis.client' => $client, 'database.redis.options' => $options]);
        $cache = $again->cache();
        $stock = $again->cache('stock');
        $prefixes = strlen($laravel->key(''));
        foreach (['the longest of the class' => 4096, 'a byte more' => 4097, 'a long one' => 9000] as $what => $length) {
            $what = "$which, $what";
            $name = str_repeat('n', $length - $prefixes);
            $key = $laravel->key($name);
            Check::same($length, strlen($key), 'the length of the key');
            $ours = $cache->lock($name, 100);
            Check::same(true, $ours->get(), "$what: get");
            Check::between(99_000, 100_000, $redis->call('PTTL', $key), "$what: its lifetime in ms");
            Check::same(false, $stock->lock($name, 10)->get(), "$what: stock while ours is held");
            Check::same([false, false], [$ours->get(), $cache->lock($name, 10)->get()], "$what: ours while ours is held");
            Check::throws(LockTimeoutException::class, static fn () => $cache->lock($name, 10)->betweenBlockedAttemptsSleepFor(10)->block(0.05), null);
            Check::same([true, true, false], [$ours->isLocked(), $ours->isOwnedByCurrentProcess(), $ours->isOwnedBy('somebody')], "$what: questions");
            Check::same(true, $ours->refresh(0.5 + 200), "$what: refresh");
            Check::between(199_000, 200_500, $redis->call('PTTL', $key), "$what: its new lifetime in ms");
            Check::same(false, $cache->lock($name, 10)->refresh(20), "$what: refresh by another owner");
            Check::same(false, $cache->lock($name, 10)->release(), "$what: release by another owner");
            Check::same(true, $ours->release(), "$what: release");
            Check::same([false, null], [$ours->isLocked(), $redis->call('GET', $key)], "$what: the key");

            Check::same('result', $cache->lock($name, 10)->block(5, static fn (): string => 'result'), "$what: block with a callback");
            Check::same(true, $ours->get(), "$what: get again");
            Check::same(true, $cache->restoreLock($name, $ours->owner())->release(), "$what: release of a restored lock");
            $theirs = $stock->lock($name, 10);
            Check::same(true, $theirs->get(), "$what: stock");
            Check::same(false, $ours->get(), "$what: ours while stock is held");
            Check::same(true, $cache->restoreLock($name, $theirs->owner())->release(), "$what: ours releases stock");
            Check::same(true, $ours->get(), "$what: get a third time");
            $cache->lock($name)->forceRelease();
            Check::same(null, $redis->call('GET', $key), "$what: the key after forceRelease");
            // Half a second is not cut to none, which would never end.
            Check::same(true, $cache->lock($name, 0.5)->block(30), "$what: half a second");
            $left = $redis->call('PTTL', $key);
            Check::true($left === -2 || ($left > 0 && $left <= 1000), "$what: it ends, in $left ms");
            $cache->lock($name)->forceRelease();
            Check::same(true, $ours->get(), "$what: get a fourth time");
            Check::same("0 Released [$name].\n", $again->artisan('lock:release', ['name' => $name, '--force' => true]), "$what: lock:release");
            Check::same("1 [$name] is not locked.\n", $again->artisan('lock:release', ['name' => $name, '--force' => true]), "$what: lock:release again");
            Check::same(1, $cache->lock($name, 10)->get(static fn () => $redis->call('DEL', $key)), "$what: the result of the callback");
            if ($length > 4096) {
                Check::throws(
                    InvalidArgumentException::class,
                    static fn () => $cache->lock($name, null),
                    "its key (prefix and name) has 1 to 4096 bytes. This one has $length. Use a hash of the name, or give seconds.",
                );
            }
        }
    }

    // Nothing hides that Redis is away: not what gives a lock back that was not granted.
    $away = $laravel->again(['database.redis.default.port' => Port::free()])->cache();
    Check::throws(RedisMutexLockUnavailableException::class, static fn () => $away->lock('short', 10)->get(), 'cannot be reached');
    $thrown = null;
    try {
        $away->lock($name, 10)->get();
    } catch (Exception $thrown) {
    }
    Check::true($thrown instanceof RedisException, 'as the stock driver says it');
});

echo 'done';
?>
--EXPECT--
done
