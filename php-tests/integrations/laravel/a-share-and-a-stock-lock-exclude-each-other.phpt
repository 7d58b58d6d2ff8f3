--TEST--
Laravel: a lock of the stock driver and shares of the same key exclude each other, both ways
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $stock = $laravel->cache('stock')->lock('funnel:api', 60);
    $funnel = static fn (): string => $laravel->cache()->funnel('api')->limit(2)->releaseAfter(60)->block(0)
        ->then(static fn (): string => $stock->get() ? 'beside the stock lock' : 'alone', static fn (): string => 'refused');

    Check::same('alone', $funnel(), 'while a share is held');
    Check::same(0, $laravel->redis()->call('EXISTS', $laravel->key('funnel:api')), 'the key behind it');

    Check::same(true, $stock->get(), 'stock');
    Check::same('refused', $funnel(), 'while stock is held');
    Check::same(true, $stock->release(), 'stock is not harmed');
    Check::same('alone', $funnel(), 'behind it');
});

echo 'done';
?>
--EXPECT--
done
