--TEST--
Laravel: with a compression of phpredis both drivers exclude each other, and ours releases what stock holds
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $known = array_filter(['LZF', 'ZSTD', 'LZ4'], static fn (string $name): bool => defined("Redis::COMPRESSION_$name"));
    Check::true($known !== [], 'phpredis has a compression');
    foreach ($known as $name) {
        $again = $laravel->again(['database.redis.default.options' => ['compression' => constant("Redis::COMPRESSION_$name")]]);
        [$ours, $stock] = [$again->cache(), $again->cache('stock')];
        $key = $again->key('small');

        $lock = $ours->lock('small', 600);
        Check::same(true, $lock->get(), "$name: get");
        Check::same($lock->owner(), $laravel->redis()->call('GET', $key), "$name: the value is the plain token");
        Check::same(false, $stock->lock('small', 600)->get(), "$name: stock");
        // The stock driver compresses the owner that it compares, and some of them do not leave a short one as it is.
        $plain = $again->app->make('redis')->connection()->pack([$lock->owner()])[0] === $lock->owner();
        Check::same($plain, $stock->restoreLock('small', $lock->owner())->release(), "$name: stock releases ours");
        Check::same(!$plain, $lock->release(), "$name: ours releases ours");

        // The last owner is one that each compression makes shorter.
        foreach ([null, 'somebody', str_repeat('a', 500)] as $owner) {
            $held = $stock->lock('small', 600, $owner);
            Check::same(true, $held->get(), "$name: stock");
            Check::same(false, $ours->lock('small', 600)->get(), "$name: ours while stock holds it");
            Check::same(true, $ours->lock('small')->isOwnedBy($held->owner()), "$name: isOwnedBy");
            Check::same(false, $ours->restoreLock('small', 'another')->release(), "$name: another owner");
            Check::same(true, $ours->restoreLock('small', $held->owner())->refresh(60), "$name: refresh");
            Check::between(1, 60_000, $laravel->redis()->call('PTTL', $key), "$name: the lifetime in ms");
            Check::same(true, $ours->restoreLock('small', $held->owner())->release(), "$name: release");
            Check::same(null, $laravel->redis()->call('GET', $key), "$name: the key");
        }
    }
});

echo 'done';
?>
--EXPECT--
done
