--TEST--
A signal handler that locks, unlocks and looks at any moment comes behind releases that are not awaited, in and outside of a wait
--EXTENSIONS--
posix
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('signal');
// Releases are in flight for a while.
$proxy = Proxy::to($server, ['command' => 'EVALSHA', 'with' => 'lock:in', 'do' => 'delay', 'ms' => 5]);
$lock = Ahead::object($proxy->config() + ['command_timeout' => 20]);
$handled = 0;
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, function () use ($lock, $name, &$handled): void {
    Check::same(false, $lock->unlock("in-$name"), 'handler: nothing is held');
    Check::true($lock->lock("in-$name", 0, 60) && $lock->unlock("in-$name"), 'handler: a pair');
    Check::same(false, $lock->isLocked("in-$name"), 'handler: a look');
    Check::true($lock->lock("in-$name", 0, 60) && $lock->unlock("in-$name"), 'handler: another pair');
    $handled++;
});
$parent = getmypid();
$pid = pcntl_fork();
if ($pid === 0) {
    for ($i = 0; $i < 150; $i++) {
        posix_kill($parent, SIGUSR1);
        usleep(8_000);
    }
    exit(0);
}
for ($pairs = 0; pcntl_waitpid($pid, $status, WNOHANG) === 0; $pairs++) {
    Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), "pair $pairs");
    Check::same(false, $lock->isLocked($name), "look $pairs");
}
Check::between(1, 150, $handled, 'handled');

// In the midst of a wait the handler releases what others wait for, and the wait itself.
$holder = Ahead::object($proxy->config() + ['command_timeout' => 20]);
Check::true($holder->lock("$name-outer", 0, 600) && $lock->lock("out-$name", 0, 600), 'held');
pcntl_signal(SIGALRM, function () use ($holder, $lock, $name): void {
    Check::true($lock->unlock("out-$name") && $lock->lock("out-$name", 0, 60) && $lock->unlock("out-$name"), 'in the wait');
    Check::true($holder->unlock("$name-outer"), 'the holder unlocks in the wait');
});
pcntl_alarm(1);
Check::true($lock->lock("$name-outer", 60, 600, 60_000_000), 'the wait');
Check::true($lock->unlock("$name-outer"), 'and its end');
Check::same([false, false], [$lock->isLocked("$name-outer"), $lock->isLocked("out-$name")], 'free');
unset($lock, $holder);
Check::same([], $redis->call('KEYS', "lock:*$name*"), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
