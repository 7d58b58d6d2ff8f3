--TEST--
A wait without limit for a lock that this process renews is allowed while it suspends, and throws where it would stop the process
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('endless');
$queue = new Queue($server, $name);
$loop = new FiberLoop();
$holder = new RedisMutexLock($server->url());
$waiter = new RedisMutexLock($server->url());
$refused = fn (callable $call) => Check::throws(RedisMutexLockException::class, $call, 'would never end');
Check::true($holder->lock($name, 0, null), 'renewed');
$refused(fn () => $waiter->lock($name, null, 60));

RedisMutexLock::onWait($loop->wait(...));
$loop->start(fn () => Check::true($waiter->lock($name, null, 60), 'granted'));
$loop->start(function () use ($loop, $holder, $name): void {
    $loop->sleep(0.3);
    Check::true($holder->unlock($name), 'released');
});
$loop->run();
Check::true($waiter->unlock($name), 'the waiter has it');

Check::true($holder->lock($name, 0, null), 'renewed again');
// Outside of a fiber the callable returns false.
$began = hrtime(true);
$refused(fn () => $waiter->lock($name, null, 60));
$refused(fn () => $waiter->synchronized($name, fn () => 1, null));
Check::between(0, 5, (hrtime(true) - $began) / 1e9, 'seconds until it throws');
Check::same([], $queue->tokens(), 'the queue');
Check::same([], $waiter->held(), 'held');

// Where the callable declines only later, the wait throws then.
$decline = false;
RedisMutexLock::onWait(function (mixed ...$given) use ($loop, &$decline): ?bool {
    return $decline ? false : $loop->wait(...$given);
});
$loop->start(fn () => $refused(fn () => $waiter->lock($name, null, 60, 50_000)));
$loop->runUntil(fn (): bool => count($queue->tokens()) === 1);
$decline = true;
$loop->run();
Check::same([], $queue->tokens(), 'the queue afterwards');

// A lock of another process is waited for, as ever.
Check::true($holder->unlock($name), 'free');
$other = Worker::run('$lock = new RedisMutexLock($argv[1]);
    $lock->lock($argv[2], 0, 60);
    say("held");
    usleep(300_000);
    $lock->unlock($argv[2]);', [$server->url(), $name]);
$other->expect('held');
Check::true($waiter->lock($name, null, 60), 'granted by another process');
echo "done\n";
?>
--EXPECT--
done
