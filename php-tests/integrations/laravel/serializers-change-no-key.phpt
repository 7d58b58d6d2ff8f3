--TEST--
Laravel: with a serializer of phpredis both drivers exclude each other, and ours releases what stock holds
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach (['PHP', 'JSON', 'IGBINARY'] as $serializer) {
        Check::true(defined("Redis::SERIALIZER_$serializer"), "phpredis has $serializer");
        $again = $laravel->again(['database.redis.default.options' => ['serializer' => constant("Redis::SERIALIZER_$serializer")]]);
        [$ours, $stock] = [$again->cache(), $again->cache('stock')];
        $key = $again->key('packed');

        $lock = $ours->lock('packed', 10);
        Check::same(true, $lock->get(), "$serializer: get");
        Check::same($lock->owner(), $laravel->redis()->call('GET', $key), "$serializer: the value is the plain token");
        Check::same(false, $stock->lock('packed', 10)->get(), "$serializer: stock");
        Check::same(true, $lock->isOwnedByCurrentProcess(), "$serializer: isOwnedByCurrentProcess");
        // The stock driver packs the owner that it compares.
        Check::same(false, $stock->restoreLock('packed', $lock->owner())->release(), "$serializer: stock releases ours");
        Check::same(true, $ours->restoreLock('packed', $lock->owner())->release(), "$serializer: ours releases ours");

        // The third owner looks like a token.
        foreach ([null, 'somebody', str_repeat('a0', 16)] as $owner) {
            foreach (['stock', 'mutex'] as $store) {
                $held = $again->cache($owner === null ? 'stock' : $store)->lock('packed', 10, $owner);
                Check::same(true, $held->get(), "$serializer: $store: get");
                $owned = $held->owner();
                Check::same(true, $laravel->redis()->call('GET', $key) !== $owned, "$serializer: the value is packed");
                Check::same(false, $ours->lock('packed', 10)->get(), "$serializer: ours while $store holds it");
                Check::same(true, $ours->lock('packed', 10)->isOwnedBy($owned), "$serializer: isOwnedBy");
                Check::same(false, $ours->lock('packed', 10)->isOwnedBy('another'), "$serializer: isOwnedBy another one");
                $restored = $ours->restoreLock('packed', $owned);
                Check::same(true, $restored->refresh(60), "$serializer: refresh");
                Check::between(59_000, 60_000, $laravel->redis()->call('PTTL', $key), "$serializer: the lifetime in ms");
                Check::same(false, $ours->restoreLock('packed', 'another')->release(), "$serializer: another owner");
                Check::same(true, $restored->release(), "$serializer: release");
                Check::same(null, $laravel->redis()->call('GET', $key), "$serializer: the key");
            }
        }
    }
});

echo 'done';
?>
--EXPECT--
done
