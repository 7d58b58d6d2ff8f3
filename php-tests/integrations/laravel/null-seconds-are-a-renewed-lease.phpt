--TEST--
Laravel: Cache::lock($name, null) is renewed, and ends with its object
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    $quick = $laravel->again(['cache.stores.mutex.mutex' => ['lease' => 1]]);
    $lock = $quick->cache()->lock('daemon', null);
    Check::same(true, $lock->get(), 'get');
    $key = $laravel->key('daemon');
    Check::between(1, 1_000, $redis->call('PTTL', $key), 'the lifetime is the lease, in ms');
    // Renewed: the lifetime grows again.
    $last = 1_001;
    Check::eventually(static function () use ($redis, $key, &$last): bool {
        $left = $redis->call('PTTL', $key);
        [$grew, $last] = [$left > $last, $left];

        return $grew;
    }, 30, 'a renewal');
    Check::same(true, $lock->refresh(), 'refresh() of a renewed lock: it is held');
    Check::same(true, $lock->isOwnedByCurrentProcess(), 'it owns the lock');
    Check::same(false, $laravel->cache('stock')->lock('daemon', 10)->get(), 'stock while it is held');
    Check::same(true, $lock->release(), 'release');
    Check::same(null, $redis->call('GET', $key), 'the key after the release');

    Check::same(true, $lock->get(), 'get again');
    unset($lock);
    Check::same(null, $redis->call('GET', $key), 'the key when the object is gone');

    $lock = $quick->cache()->lock('daemon', null);
    Check::same(true, $lock->block(5), 'block');
    Check::same(true, $laravel->cache()->restoreLock('daemon', $lock->owner())->release(), 'release elsewhere');
    Check::same(null, $redis->call('GET', $key), 'the key after that');
    Check::same(false, $lock->release(), 'release by its object');

    Check::same('result', $quick->cache()->lock('daemon', null)->get(static fn (): string => 'result'), 'get with a callback');
    Check::same(null, $redis->call('GET', $key), 'the key after the callback');

    Check::throws(
        \InvalidArgumentException::class,
        static fn () => $laravel->cache()->lock('daemon', null, 'somebody'),
        'A lock without seconds is renewed, and makes its owner itself. Give seconds or no owner.',
    );
});

echo 'done';
?>
--EXPECT--
done
