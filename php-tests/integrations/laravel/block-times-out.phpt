--TEST--
Laravel: block() throws Laravel's LockTimeoutException at its deadline, for its own lock too
--FILE--
<?php
use Illuminate\Contracts\Cache\LockTimeoutException;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $lock = $laravel->cache()->lock('slow', 60);
    Check::same(true, $lock->get(), 'get');
    $other = $laravel->cache()->lock('slow', 60);
    foreach (['another object' => $other, 'the object that holds it' => $lock] as $who => $waiter) {
        $began = hrtime(true);
        Check::throws(LockTimeoutException::class, static fn () => $waiter->block(0.3));
        Check::between(0.29, 30, (hrtime(true) - $began) / 1e9, "seconds of $who");
    }
    Check::throws(LockTimeoutException::class, static fn () => $other->block(0));
    Check::throws(LockTimeoutException::class, static fn () => $other->block(-1));
    Check::same(true, $lock->isOwnedByCurrentProcess(), 'the lock is still there');
    Check::same(true, $lock->release(), 'release');
    Check::same(true, $other->block(0), 'block(0) of a free lock');
});

echo 'done';
?>
--EXPECT--
done
