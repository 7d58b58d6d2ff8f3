--TEST--
Laravel: processes that have one lock object by a fork exclude each other, and so does a clone
--FILE--
<?php
use Illuminate\Contracts\Cache\LockTimeoutException;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach (['plain' => [], 'fencing' => ['cache.stores.mutex.mutex' => ['fencing' => true]]] as $what => $config) {
        $cache = $laravel->again($config)->cache();
        $lock = $cache->lock($what, 600);
        $clone = clone $lock;
        $owner = $lock->owner();
        $child = pcntl_fork();
        if ($child === 0) {
            // Without destructors: they are the parent's.
            posix_kill(getmypid(), $lock->block(30) && $lock->owner() !== $owner ? SIGTERM : SIGKILL);
        }
        pcntl_waitpid($child, $status);
        Check::same(SIGTERM, pcntl_wtermsig($status), "$what: the child has the lock under another owner");

        foreach (['the parent' => $lock, 'a clone' => $clone] as $who => $other) {
            Check::same(false, $other->get(), "$what, $who: get");
            Check::throws(LockTimeoutException::class, static fn () => $other->block(0.1), null);
            Check::same(false, $other->release(), "$what, $who: release");
        }
        $lock->forceRelease();
        Check::same(true, $lock->get(), "$what: get");
        Check::same($owner, $lock->owner(), "$what: the owner of the parent");
        Check::same(false, $clone->get(), "$what: get of a clone while its original holds the lock");
        Check::throws(LockTimeoutException::class, static fn () => $clone->block(0.1), null);
        Check::same(true, $lock->release(), "$what: release");
    }
});

echo 'done';
?>
--EXPECT--
done
