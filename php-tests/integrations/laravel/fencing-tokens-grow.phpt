--TEST--
Laravel: with "fencing" each acquisition has a greater fencing token
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    Check::same(null, $laravel->cache()->lock('invoice', 10)->fence(), 'without an acquisition');
    $plain = $laravel->cache()->lock('invoice', 10);
    Check::same(true, $plain->get(), 'without fencing');
    Check::same(null, $plain->fence(), 'its fencing token');
    $plain->release();

    foreach ([true, 'true', 1] as $on) {
        $again = $laravel->again(['cache.stores.mutex.mutex' => ['fencing' => $on]]);
        $last = 0;
        foreach ([10, 10, null, 10] as $seconds) {
            $lock = $again->cache()->lock('invoice', $seconds);
            Check::same(true, $lock->block(1), 'block');
            Check::same(true, is_int($lock->fence()) && $lock->fence() > $last, 'the fencing token grows');
            $last = $lock->fence();
            Check::same(true, $lock->release(), 'release');
        }
    }
});

echo 'done';
?>
--EXPECT--
done
