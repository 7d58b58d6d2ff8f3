--TEST--
Laravel: a lock is released by its owner token with either driver, whichever has granted it
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach ([['mutex', 'mutex'], ['mutex', 'stock'], ['stock', 'mutex']] as [$from, $to]) {
        $lock = $laravel->cache($from)->lock('import', 10);
        Check::same(true, $lock->get(), "$from: get");
        Check::same(false, $laravel->cache($to)->restoreLock('import', 'another-owner-16')->release(), "$to: another owner");
        $restored = $laravel->cache($to)->restoreLock('import', $lock->owner());
        Check::same($lock->owner(), $restored->owner(), 'the restored owner');
        Check::same(true, $restored->release(), "$from to $to: release");
        Check::same(false, $lock->release(), "$from: release after that");
        Check::same(null, $laravel->redis()->call('GET', $laravel->key('import')), 'the key');
    }
    Check::same(false, $laravel->cache()->restoreLock('import', '')->release(), 'an empty owner');
});

echo 'done';
?>
--EXPECT--
done
