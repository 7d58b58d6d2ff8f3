--TEST--
An exception of the callable is thrown by lock(), and the waiter has left the queue
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('thrown');
$queue = new Queue($server, $name);
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 600), 'held');
RedisMutexLock::onWait(fn () => throw new DomainException('mine'));
$waiter = new RedisMutexLock($server->url());
foreach (['lock' => fn () => $waiter->lock($name, 60, 60), 'synchronized' => fn () => $waiter->synchronized($name, fn () => 1)] as $what => $call) {
    // The waiter has 50 ms to leave the queue. On a busy machine a handshake and an answer may take longer, and then the queue
    // drops it after two seconds. Such a round proves nothing and is repeated.
    Check::eventually(static function () use ($call, $queue, $waiter, $what): bool {
        Check::throws(DomainException::class, $call, 'mine');
        Check::same([], $waiter->held(), "$what: held");

        return $queue->tokens() === [];
    }, 30, "$what: an empty queue when the exception comes");
}
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
// A cancellation: an exception that is thrown into the suspended fiber.
Check::eventually(static function () use ($loop, $waiter, $queue, $name): bool {
    $fiber = $loop->start(fn () => Check::throws(LogicException::class, fn () => $waiter->lock($name, 60, 60), 'cancelled'));
    $loop->calls = 0;
    $loop->runUntil(fn (): bool => count($queue->tokens()) === 1 && $loop->calls > 0);
    $loop->throwInto($fiber, new LogicException('cancelled'));
    $loop->run();

    return $queue->tokens() === [];
}, 30, 'an empty queue when a waiter is cancelled');
Check::true($holder->unlock($name), 'the holder is not disturbed');
Check::true($waiter->lock($name, 0, 60), 'and the lock is free for the same object');
echo "done\n";
?>
--EXPECT--
done
