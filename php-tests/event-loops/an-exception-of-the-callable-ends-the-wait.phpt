--TEST--
An exception of the callable is thrown by lock(), and the waiter has left the queue
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('thrown');
$queue = new Queue($server, $name);
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 60), 'held');
RedisMutexLock::onWait(fn () => throw new DomainException('mine'));
$waiter = new RedisMutexLock($server->url());
foreach (['lock' => fn () => $waiter->lock($name, 60, 60), 'synchronized' => fn () => $waiter->synchronized($name, fn () => 1)] as $what => $call) {
    Check::throws(DomainException::class, $call, 'mine');
    Check::same([], $queue->tokens(), "$what: the queue");
    Check::same([], $waiter->held(), "$what: held");
}
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
// A cancellation: an exception that is thrown into the suspended fiber.
$fiber = $loop->start(fn () => Check::throws(LogicException::class, fn () => $waiter->lock($name, 60, 60), 'cancelled'));
$loop->runUntil(fn (): bool => count($queue->tokens()) === 1 && $loop->calls > 0);
$loop->throwInto($fiber, new LogicException('cancelled'));
$loop->run();
Check::same([], $queue->tokens(), 'a cancelled waiter has left the queue');
Check::true($holder->unlock($name), 'the holder is not disturbed');
Check::true($waiter->lock($name, 0, 60), 'and the lock is free for the same object');
echo "done\n";
?>
--EXPECT--
done
