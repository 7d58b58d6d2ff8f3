--TEST--
Symfony: of two locks with one name in one process, the second waits in acquire(true) until the first one's ttl is over
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('same');
    $locks = $symfony->locks();
    [$first, $second] = [$locks->createLock($name, 2), $locks->createLock($name, 120)];
    $began = hrtime(true);
    Check::same(true, $first->acquire(), 'the first one');
    Check::same(true, $second->acquire(true), 'the second one');
    Check::between(1.9, 60, (hrtime(true) - $began) / 1e9, 'seconds until the second one was granted');
    Check::same(true, $first->isExpired(), 'the first one is expired');
    // Its end does not release the lock of the second one.
    $first->release();
    unset($first);
    Check::same(true, $second->isAcquired(), 'the second one after the end of the first one');
    Check::between(60, 120, $second->getRemainingLifetime(), 'seconds that are left to the second one, which has waited');
});

echo 'done';
?>
--EXPECT--
done
