--TEST--
RevoltWait: fifty fibers of one loop wait for one name and get it in the order of the queue, while timers of the loop go on
--FILE--
<?php
use RedisMutexLock\EventLoop\RevoltWait;
use Revolt\EventLoop;

Revolt::load();
RevoltWait::install();
$server = RedisServer::start();
$queue = new Queue($server, Check::unique('revolt'));
$holder = new RedisMutexLock($server->url());
// In the main program a wait runs the loop.
Check::true($holder->lock($queue->name, 0, 60), 'held');
$order = $inQueue = [];
for ($i = 0; $i < 50; $i++) {
    EventLoop::queue(static function () use ($server, $queue, &$order): void {
        $lock = new RedisMutexLock($server->url());
        $order[] = $lock->lock($queue->name, 60, 60) ? $lock->token($queue->name) : 'refused';
        $lock->unlock($queue->name);
    });
}
$ticks = 0;
$timer = EventLoop::repeat(0.005, static function (string $timer) use ($queue, $holder, &$ticks, &$order, &$inQueue): void {
    $ticks++;
    if ($inQueue === [] && count($queue->tokens()) === 50) {
        $inQueue = $queue->tokens();
        Check::true($holder->unlock($queue->name), 'released');
    }
    if (count($order) === 50) {
        EventLoop::cancel($timer);
    }
});
EventLoop::run();
Check::same($inQueue, $order, 'the order of the queue');
Check::between(2, 100_000, $ticks, 'ticks of the timer');
Check::same(false, $holder->isLocked($queue->name), 'free');
echo "done\n";
?>
--EXPECT--
done
