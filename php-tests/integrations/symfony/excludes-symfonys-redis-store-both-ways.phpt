--TEST--
Symfony: this store and Symfony's RedisStore exclude each other on one key, in both directions, for writing and for reading
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('both');
    [$ours, $stock] = [$symfony->locks()->createLock($name, 120), $symfony->locks($symfony->stock())->createLock($name, 120)];

    Check::same(true, $ours->acquire(), 'ours is free');
    Check::same(false, $stock->acquire(), 'stock while ours is held');
    Check::same(false, $stock->acquireRead(), 'stock for reading while ours is held');
    Check::same(false, $stock->isAcquired(), 'the stock lock');
    Check::same(true, $ours->isAcquired(), 'ours is not harmed');
    $ours->release();

    // Readers of Symfony may come to shares of ours, and each is released by itself.
    Check::same(true, $ours->acquireRead(), 'our share');
    Check::same(false, $stock->acquire(), 'stock beside our share');
    Check::same(true, $stock->acquireRead(), 'stock for reading beside our share');
    Check::same([true, true], [$ours->isAcquired(), $stock->isAcquired()], 'both read');
    $ours->refresh();
    Check::same(false, $symfony->locks()->createLock($name, 120)->acquire(), 'a lock beside both');
    $ours->release();
    Check::same([false, true], [$ours->isAcquired(), $stock->isAcquired()], 'one reads');
    Check::same(false, $ours->acquire(), 'a lock beside the reader of stock');
    $stock->release();

    foreach (['acquire', 'acquireRead'] as $acquire) {
        Check::same(true, $stock->$acquire(), "$acquire of stock");
        Check::same(false, $ours->acquire(), "ours while stock is held by $acquire");
        Check::same(false, $ours->acquireRead(), "our share while stock is held by $acquire");
        Check::same(false, $ours->isAcquired(), 'our lock');
        Check::same(true, $stock->isAcquired(), "stock is not harmed after $acquire");
        // A process that waits in our queue sees the end of a stock lock too.
        $waiter = $symfony->worker('$lock = $symfony->locks()->createLock($argv[1], 120); $lock->acquire(true); say("granted");', [$name]);
        $symfony->awaitWaiters($name, 1);
        Check::same(false, $waiter->spoke(), 'granted before the end of the stock lock');
        $stock->release();
        $waiter->expect('granted', 60);
        $waiter->finish(60);
    }
});

echo 'done';
?>
--EXPECT--
done
