--TEST--
Signal handlers, callbacks of onLost and, up to PHP 8.3, destructors wait without the callable of onWait
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('never');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 60), 'held');
$calls = 0;
RedisMutexLock::onWait(function () use (&$calls): bool {
    $calls++;

    return false;
});
$wait = function () use ($server, $name): void {
    $lock = new RedisMutexLock($server->url());
    $began = hrtime(true);
    Check::same(false, $lock->lock($name, 0.15, 60), 'it waits');
    Check::true(hrtime(true) - $began > 140_000_000, 'until its deadline');
};
$wait();
Check::between(1, 20, $calls, 'calls of a wait in the main program');

$calls = 0;
pcntl_async_signals(true);
$handled = false;
pcntl_signal(SIGALRM, function () use ($wait, &$handled): void {
    $wait();
    $handled = true;
});
pcntl_alarm(1);
Check::eventually(function () use (&$handled): bool {
    return $handled;
}, 20, 'the handler');
Check::same(0, $calls, 'calls of a wait in a handler');

$lost = false;
$renewed = new RedisMutexLock([...$server->config(), 'command_timeout' => 10, 'lease' => 2]);
$renewed->onLost(function () use ($wait, &$lost): void {
    $wait();
    $lost = true;
});
Check::true($renewed->lock("$name-renewed", 0, null), 'a renewed lease');
// The answer to that call may have taken longer than a millisecond.
$calls = 0;
$server->client()->call('SET', "lock:$name-renewed", 'thief', 'PX', 20_000);
Check::eventually(function () use (&$lost): bool {
    return $lost;
}, 20, 'the loss');
Check::same(0, $calls, 'calls of a wait in a callback of onLost');

$object = new class($wait) {
    public function __construct(private Closure $wait)
    {
    }

    public function __destruct()
    {
        ($this->wait)();
    }
};
unset($object);
if (PHP_VERSION_ID < 80400) {
    Check::same(0, $calls, 'calls of a wait in a destructor');
}
echo "done\n";
?>
--EXPECT--
done
