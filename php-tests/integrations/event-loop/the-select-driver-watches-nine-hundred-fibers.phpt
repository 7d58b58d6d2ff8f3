--TEST--
RevoltWait: with the select driver nine hundred fibers wait for one name, while a stream of the application is at work
--FILE--
<?php
use RedisMutexLock\EventLoop\RevoltWait;
use Revolt\EventLoop;

Revolt::load();
RevoltWait::install();
$server = RedisServer::start();
$queue = new Queue($server, Check::unique('select'));
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 60), 'held');
$granted = 0;
for ($i = 0; $i < 900; $i++) {
    EventLoop::queue(static function () use ($server, $queue, &$granted): void {
        $lock = new RedisMutexLock($server->url(command_timeout: 120, retry_for: 250));
        Check::true($lock->lock($queue->name, 250, 600), 'granted');
        $granted++;
        Check::true($lock->unlock($queue->name), 'released');
    });
}
// The stream is opened when all of them wait, so it has a high descriptor.
$got = 0;
$pair = null;
$timer = EventLoop::repeat(0.01, static function (string $timer) use ($queue, $holder, &$granted, &$got, &$pair): void {
    if ($pair === null && count($queue->tokens()) === 900) {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        EventLoop::onReadable($pair[1], static function (string $watcher) use (&$pair, &$got, &$granted): void {
            $got += strlen((string) fread($pair[1], 1));
            $granted < 900 ? fwrite($pair[0], 'x') : EventLoop::cancel($watcher);
        });
        fwrite($pair[0], 'x');
    }
    if ($got === 20) {
        Check::true($holder->unlock($queue->name), 'released');
    }
    $granted < 900 || EventLoop::cancel($timer);
});
EventLoop::run();
Check::same(900, $granted, 'granted');
Check::between(20, 1_000_000, $got, 'bytes of the stream');
Check::same(false, $holder->isLocked($queue->name), 'free');
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
