--TEST--
Laravel: values, tags and counters of the cache are the same with either driver
--FILE--
<?php
use Illuminate\Cache\RedisStore;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    [$ours, $stock] = [$laravel->cache(), $laravel->cache('stock')];
    $ours->put('basket', ['apple' => 3], 60);
    Check::same(['apple' => 3], $stock->get('basket'), 'a value');
    $stock->put('visits', 41, 60);
    Check::same(42, (int) $ours->increment('visits'), 'a counter');
    $ours->tags(['people'])->put('anne', 'Anne', 60);
    Check::same('Anne', $stock->tags(['people'])->get('anne'), 'a tagged value');
    $stock->tags(['people'])->flush();
    // Laravel 10 does not flush it with phpredis 6.
    Check::same($stock->tags(['people'])->get('anne'), $ours->tags(['people'])->get('anne'), 'a flushed tag');
    Check::same('made', $ours->remember('report', 60, static fn (): string => 'made'), 'remember');
    Check::same(['basket' => ['apple' => 3], 'none' => null], $ours->many(['basket', 'none']), 'many');
    Check::same($stock->getStore()->getPrefix(), $ours->getStore()->getPrefix(), 'the prefix');
    Check::same(true, $ours->getStore() instanceof RedisStore, 'the class');
    // A lock of a tagged cache is that of the store.
    Check::same(true, $ours->tags(['people'])->lock('tagged', 10)->get(), 'a lock');
    Check::same(false, $stock->tags(['people'])->lock('tagged', 10)->get(), 'the same lock of the stock driver');
});

echo 'done';
?>
--EXPECT--
done
