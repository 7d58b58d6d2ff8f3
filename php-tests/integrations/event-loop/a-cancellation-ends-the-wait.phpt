--TEST--
RevoltWait: an exception that is thrown into a suspended fiber leaves lock(), and the fiber leaves the queue
--FILE--
<?php
use RedisMutexLock\EventLoop\RevoltWait;
use Revolt\EventLoop;

Revolt::load();
$server = RedisServer::start();
$queue = new Queue($server, Check::unique('cancelled'));
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 60), 'held');
// As a cancellation does: it throws into the fiber that waits.
RedisMutexLock::onWait(static function (mixed ...$given): void {
    $fiber = Fiber::getCurrent();
    $alarm = EventLoop::delay(0.3, static function () use ($fiber): void {
        $fiber?->throw(new DomainException('cancelled'));
    });
    try {
        RevoltWait::wait(...$given);
    } finally {
        EventLoop::cancel($alarm);
    }
});
$caught = null;
EventLoop::queue(static function () use ($server, $queue, &$caught): void {
    $lock = new RedisMutexLock($server->url());
    try {
        $lock->lock($queue->name, 60, 60, 60_000_000);
    } catch (DomainException $thrown) {
        $caught = $thrown;
    }
    Check::same([], $lock->held(), 'held()');
});
EventLoop::run();
Check::same('cancelled', $caught?->getMessage(), 'what comes out of lock()');
Check::same([], $queue->tokens(), 'the queue');
Check::true($holder->unlock($queue->name), 'the holder is not disturbed');
echo "done\n";
?>
--EXPECT--
done
