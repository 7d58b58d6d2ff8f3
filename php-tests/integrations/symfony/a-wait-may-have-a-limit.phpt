--TEST--
Symfony: with $maxWait, acquire(true) throws a LockConflictedException when the limit is over, and leaves the queue
--FILE--
<?php
use Symfony\Component\Lock\Exception\LockConflictedException;
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('limit');
    $holder = $symfony->locks()->createLock($name, 120);
    $holder->acquire();
    // In the same process: the second object is another owner, as with each store of Symfony.
    $lock = $symfony->locks($symfony->store(maxWait: 0.5))->createLock($name, 120);
    $began = hrtime(true);
    Check::throws(LockConflictedException::class, static fn () => $lock->acquire(true));
    Check::between(0.49, 60, (hrtime(true) - $began) / 1e9, 'seconds of the wait');
    Check::same(0, $symfony->redis()->call('ZCOUNT', "$name:queue:{{$name}}", '1', '+inf'), 'processes in the queue');
    Check::same(false, $lock->isAcquired(), 'the lock');
    $holder->release();
    Check::same(true, $lock->acquire(true), 'acquire(true) of a free lock');
});

echo 'done';
?>
--EXPECT--
done
