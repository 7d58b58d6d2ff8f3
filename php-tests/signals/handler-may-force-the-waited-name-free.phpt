--TEST--
A handler that forces the name free while lock() waits for it changes nothing for the wait, and cannot take the name itself
--FILE--
<?php
$server = RedisServer::shared();
$holder = new RedisMutexLock($server->url());
$lock = new RedisMutexLock($server->url());
Check::true($holder->lock($name = Check::unique('a'), 0, 600), 'held');
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function () use ($holder, $lock, $name): void {
    // From here on the name is the waiter's, which does not know it yet.
    Check::true($holder->unlock($name), 'handed over');
    Check::true($lock->forceUnlock($name), 'forced');
    Check::same(false, $lock->lock($name, 0, null), 'in the handler');
    echo "handled\n";
});
pcntl_alarm(1);
Check::true($lock->lock($name, 60, 600), 'after the wait');
Check::same($lock->owner($name), $lock->token($name), 'the token of the wait');
Check::true($lock->unlock($name), 'released');
Check::same(false, $lock->isLocked($name), 'free');
echo "done\n";
?>
--EXPECT--
handled
done
