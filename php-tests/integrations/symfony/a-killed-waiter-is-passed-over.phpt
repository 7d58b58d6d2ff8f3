--TEST--
Symfony: a process that is killed in acquire(true) does not keep the ones behind it from the lock
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('passed-over');
    $holder = $symfony->locks()->createLock($name, 120);
    $holder->acquire();
    $code = '$lock = $symfony->locks()->createLock($argv[1], 120); $lock->acquire(true); say("granted");';
    $first = $symfony->worker($code, [$name]);
    $symfony->awaitWaiters($name, 1);
    $second = $symfony->worker($code, [$name]);
    $symfony->awaitWaiters($name, 2);
    $first->kill();
    $holder->release();
    $second->expect('granted', 60);
    $second->finish();
});

echo 'done';
?>
--EXPECT--
done
