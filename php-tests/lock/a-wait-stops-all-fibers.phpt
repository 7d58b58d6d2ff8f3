--TEST--
A fiber that waits with a timeout stops the fiber that holds the lock, and gets false when the timeout is over
--FILE--
<?php
$url = RedisServer::shared()->url();
$name = Check::unique('fiber');
$holder = new Fiber(function () use ($url, $name): bool {
    $lock = new RedisMutexLock($url);
    Check::true($lock->lock($name, 0, 60), 'the holder');
    Fiber::suspend();

    return $lock->unlock($name);
});
$waiter = new Fiber(fn (): bool => @(new RedisMutexLock($url))->lock($name, 1.5, 60));
$holder->start();
$began = hrtime(true);
$waiter->start();
// No suspension: lock() knows no scheduler.
Check::same([true, false], [$waiter->isTerminated(), $waiter->getReturn()], 'the waiter');
Check::true(hrtime(true) - $began > 1_490_000_000, 'it waited until its timeout');
$holder->resume();
Check::true($holder->getReturn(), 'the holder releases later');
echo "done\n";
?>
--EXPECT--
done
