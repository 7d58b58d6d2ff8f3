--TEST--
Symfony: after SIGKILL of the holder, a process in acquire(true) gets the lock when the ttl is over, and not before
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('killed');
    $holder = $symfony->worker('$lock = $symfony->locks()->createLock($argv[1], 4); $lock->acquire(); say("holds"); hear();', [$name]);
    $holder->expect('holds', 60);
    $asked = hrtime(true);
    $left = $symfony->redis()->call('PTTL', $name);
    Check::between(1, 4000, $left, 'milliseconds of the key');
    $waiter = $symfony->worker('$lock = $symfony->locks()->createLock($argv[1], 4); $lock->acquire(true); say("granted");', [$name]);
    $holder->kill();
    $waiter->expect('granted', 60);
    $waited = (hrtime(true) - $asked) / 1e6;
    // It waits for the key and for no time of its own: the upper bound only guards against 300 s of the store.
    Check::between($left - 20, $left + 60_000, $waited, 'milliseconds until the lock was granted');
    $waiter->finish();
});

echo 'done';
?>
--EXPECT--
done
