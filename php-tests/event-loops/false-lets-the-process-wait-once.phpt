--TEST--
A callable that returns false lets the process wait, with its order, its deadline and its signal handlers
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('declined');
$queue = new Queue($server, $name);
$holder = new RedisMutexLock($server->url(command_timeout: 30, retry_for: 60));
Check::true($holder->lock($name, 0, 60), 'held');
$calls = 0;
RedisMutexLock::onWait(function () use (&$calls): bool {
    $calls++;

    return false;
});
$waiter = new RedisMutexLock($server->url(command_timeout: 30, retry_for: 60));
$began = hrtime(true);
Check::same(false, $waiter->lock($name, 0.5, 60), 'the deadline');
Check::true(hrtime(true) - $began > 490_000_000, 'is kept');
Check::between(1, 30, $calls, 'a call for each sleep');

pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => $holder->unlock($name));
pcntl_alarm(1);
Check::true($waiter->lock($name, 60, 60, 60_000_000), 'a handler runs and releases the lock');
pcntl_signal(SIGALRM, SIG_DFL);
Check::same([], $queue->tokens(), 'nobody is left in the queue');
echo "done\n";
?>
--EXPECT--
done
