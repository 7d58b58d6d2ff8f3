--TEST--
With onWait a wait suspends its fiber alone: the others run on, and one of them releases the lock to the waiter
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('suspended');
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$story = [];
$isHeld = false;
// The answer to the holder may come late, and then the other fiber would be first.
$loop->startUntil(function () use ($loop, $server, $name, &$story, &$isHeld): void {
    $lock = new RedisMutexLock($server->url());
    Check::true($lock->lock($name, 0, 60), 'the holder');
    $isHeld = true;
    $loop->sleep(0.3);
    $story[] = 'unlock';
    Check::true($lock->unlock($name), 'the release');
}, static function () use (&$isHeld): bool {
    return $isHeld;
});
$loop->start(function () use ($server, $name, &$story): void {
    $lock = new RedisMutexLock($server->url());
    $story[] = 'wait';
    Check::true($lock->lock($name, 60, 60), 'the waiter');
    $story[] = 'granted';
    Check::true($lock->unlock($name), 'its release');
});
$ticks = 0;
$loop->start(function () use ($loop, &$story, &$ticks): void {
    while (!in_array('granted', $story, true)) {
        $loop->sleep(0.01);
        $ticks++;
    }
});
$loop->run();
Check::same(['wait', 'unlock', 'granted'], $story, 'the order');
Check::between(5, 6000, $ticks, 'the third fiber ran meanwhile');
Check::between(1, 100, $loop->streams, 'the waiter had a stream');
// Outside of a fiber this callable returns false, so the process waits, and nothing else runs.
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 60), 'held again');
$began = hrtime(true);
$waiter = new RedisMutexLock($server->url());
Check::same(false, $waiter->lock($name, 0.5, 60), 'the main program waits');
Check::true(hrtime(true) - $began > 490_000_000, 'until its timeout');
echo "done\n";
?>
--EXPECT--
done
