--TEST--
Laravel: the settings of the class stand in "mutex" of the store, and those of Laravel do not
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $with = static fn (?array $mutex) => $laravel->again(['cache.stores.mutex.mutex' => $mutex])->cache();
    $mutex = [
        'lease' => 30, 'max_hold' => 0, 'lock_delay' => 0, 'command_timeout' => '1.5', 'retry_for' => 2, 'fencing' => 'false', 'busy_poll' => 0,
        'min_replicas' => 0,
    ];
    Check::same(true, $with($mutex)->lock('order', 10)->get(), 'all settings');
    Check::same(true, $with(null)->lock('other', 10)->get(), 'none');

    $begin = static fn (string $key): string => "The key \"$key\" cannot stand in \"mutex\" of a cache store: ";
    foreach ([
        'lock_prefix' => 'the key is Laravel\'s. Set "prefix" of the store, or of its connection in config/database.php.',
        'auto_release' => 'the key is Laravel\'s. A lock of Laravel outlives its object. Use Cache::lock($name, null) for a lock that ends with'
            . ' its object.',
        'leese' => 'nothing reads it. These keys can: lease, max_hold, lock_delay, command_timeout, retry_for, fencing, min_replicas, await_release, servers, sentinel, warn_in_transactions, unique_for, scheduler, log.',
    ] as $key => $why) {
        Check::throws(\InvalidArgumentException::class, static fn () => $with([$key => 1]), $begin($key) . $why);
    }
    foreach (['host', 'url', 'password', 'database', 'prefix', 'cluster', 'read_timeout'] as $key) {
        Check::throws(
            \InvalidArgumentException::class,
            static fn () => $with([$key => 'x']),
            $begin($key) . 'the key is Laravel\'s. Set it in the connection, in config/database.php.',
        );
    }

    Check::throws(\ValueError::class, static fn () => $with(['lease' => 0])->lock('order', 10), '"lease" must be between');

    // They have an effect: no replica has the lock.
    Check::throws(\RedisMutexLockUnavailableException::class, static fn () => $with(['min_replicas' => 1])->lock('third', 10)->get(), 'replicas');
    Check::same(null, $laravel->redis()->call('GET', $laravel->key('third')), 'the key after the refusal');
});

echo 'done';
?>
--EXPECT--
done
