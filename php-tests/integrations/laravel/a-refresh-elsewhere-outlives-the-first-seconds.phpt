--TEST--
Laravel: another process refreshes a lock by its owner, and nothing in the process of its first seconds takes that back, whether releases are awaited or not
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $redis = $laravel->redis();
    foreach (['on', 'off'] as $awaits) {
        $cache = $laravel->again(['cache.stores.mutex.mutex' => ['await_release' => $awaits]])->cache();
        $elsewhere = static fn (string $owner) => $laravel->cache()->restoreLock('import', $owner);
        $key = $laravel->key('import');
        /** Acquires the lock for a second, which another process makes ten minutes, and waits until that second is over. */
        $outlived = static function () use ($cache, $elsewhere, $awaits): object {
            // The release of a connection that has released before may be sent without waiting for its answer.
            for ($i = 0; $i < 3; $i++) {
                $warm = $cache->lock('warm', 60);
                Check::true($warm->get() && $warm->release(), "$awaits: warm");
            }
            $lock = $cache->lock('import', 1);
            Check::true($lock->get(), "$awaits: get");
            Check::true($elsewhere($lock->owner())->refresh(600), "$awaits: refresh elsewhere");
            Check::eventually(static fn (): bool => $lock->remaining() === null, 5, "$awaits: the second is over");

            return $lock;
        };

        $first = $outlived();
        $second = $cache->lock('import', 60);
        Check::same(false, $second->get(), "$awaits: the next lock of the same process");
        Check::same($first->owner(), $redis->call('GET', $key), "$awaits: the owner after it");
        Check::true($first->refresh(60), "$awaits: refresh by the first owner");
        Check::between(1, 60_000, $redis->call('PTTL', $key), "$awaits: its lifetime");
        Check::true($first->release(), "$awaits: release by the first owner");
        Check::same(0, $redis->call('EXISTS', $key), "$awaits: the key");
    }
});

echo 'done';
?>
--EXPECT--
done
