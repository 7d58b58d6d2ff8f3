--TEST--
SwooleWait: thirty coroutines wait for one name and get it in the order of the queue, and a cancelled one leaves the queue by an exception
--FILE--
<?php
use RedisMutexLock\Swoole\SwooleWait;
use Swoole\Coroutine;
use Swoole\Coroutine\System;
use Swoole\Event;

Swoole::load();
SwooleWait::install();
$server = RedisServer::start();
$queue = new Queue($server, Check::unique('swoole'));
$holder = new RedisMutexLock($server->url());
// Outside of coroutines the process waits.
Check::true($holder->lock($queue->name, 0, 60), 'held');
$order = [];
for ($i = 0; $i < 30; $i++) {
    Coroutine::create(static function () use ($server, $queue, &$order): void {
        $lock = new RedisMutexLock($server->url());
        $order[] = $lock->lock($queue->name, 60, 60) ? $lock->token($queue->name) : 'refused';
        System::sleep(0.001);
        $lock->unlock($queue->name);
    });
}
$caught = null;
$cancelled = Coroutine::create(static function () use ($server, $queue, &$caught): void {
    $lock = new RedisMutexLock($server->url());
    try {
        $lock->lock($queue->name, 60, 60);
    } catch (RuntimeException $thrown) {
        $caught = $thrown->getMessage();
    }
});
$inQueue = [];
Coroutine::create(static function () use ($queue, $holder, $cancelled, &$inQueue, &$caught): void {
    while (count($queue->tokens()) < 31) {
        System::sleep(0.005);
    }
    Coroutine::cancel($cancelled);
    while ($caught === null) {
        System::sleep(0.005);
    }
    $inQueue = $queue->tokens();
    Check::true($holder->unlock($queue->name), 'released');
});
Event::wait();
Check::same('The coroutine was cancelled while it waited for a lock.', $caught, 'the cancelled one');
Check::same(30, count($inQueue), 'those in the queue behind the cancellation');
Check::same($inQueue, $order, 'the order of the queue');
Check::same(false, $holder->isLocked($queue->name), 'free');
echo "done\n";
?>
--EXPECT--
done
