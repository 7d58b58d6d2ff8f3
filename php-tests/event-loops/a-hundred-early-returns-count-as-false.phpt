--TEST--
A callable that comes back too early is called again, and after a hundred times in one sleep the process waits
--FILE--
<?php
$server = RedisServer::start();
$name = Check::unique('early');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 60), 'held');
$calls = 0;
RedisMutexLock::onWait(function (mixed $stream, float $seconds) use (&$calls): void {
    $calls++;
});
$waiter = new RedisMutexLock($server->url(command_timeout: 3));
Check::true($waiter->isLocked($name), 'the connection is made');

// A question to a server that hangs is one sleep, and it is asked once more. Three seconds are enough for a hundred calls.
$server->pause();
$calls = 0;
$cpu = Cost::spent();
Check::throws(RedisMutexLockUnavailableException::class, static fn () => $waiter->isLocked($name));
Check::same(200, $calls, 'calls in two sleeps');
Check::between(0, 0.5, Cost::spent() - $cpu, 'seconds of CPU for two questions');
$server->resume();

// A wait for a lock is several sleeps, and its process waits in each of them too.
$calls = 0;
$cpu = Cost::spent();
Check::same(false, $waiter->lock($name, 2, 60, 500_000), 'the deadline is kept');
Check::between(100, 1200, $calls, 'calls in a wait');
Check::between(0, 0.5, Cost::spent() - $cpu, 'seconds of CPU for a wait');

// A callable that comes back early a few times is harmless.
$early = 0;
RedisMutexLock::onWait(function (mixed $stream, float $seconds) use (&$early): void {
    if (++$early % 3 === 0 && $stream !== null) {
        $read = [$stream];
        $none = null;
        stream_select($read, $none, $none, 0, (int) ($seconds * 1e6) + 1);
    }
});
Check::same(false, $waiter->lock($name, 2, 60), 'the deadline is kept again');
Check::between(3, 300, $early, 'calls');
echo "done\n";
?>
--EXPECT--
done
