--TEST--
Laravel: forceRelease(), isLocked(), isOwnedBy() and getConnectionName() work on each version
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach (['mutex', 'stock'] as $by) {
        $ours = $laravel->cache()->lock('known', 10);
        Check::same(false, $ours->isLocked(), 'a free lock');
        Check::same(false, $ours->isOwnedBy('somebody'), 'a free lock has no owner');
        $lock = $laravel->cache($by)->lock('known', 10);
        Check::same(true, $lock->get(), "$by: get");
        Check::same(true, $ours->isLocked(), "$by: isLocked");
        Check::same(true, $ours->isOwnedBy($lock->owner()), "$by: isOwnedBy its owner");
        Check::same(false, $ours->isOwnedBy('somebody'), "$by: isOwnedBy another one");
        Check::same(false, $ours->isOwnedByCurrentProcess(), "$by: isOwnedByCurrentProcess");
        $ours->forceRelease();
        Check::same(null, $laravel->redis()->call('GET', $laravel->key('known')), 'the key after forceRelease');
    }
    Check::same('default', $ours->getConnectionName(), 'the connection of the lock');
});

echo 'done';
?>
--EXPECT--
done
