--TEST--
While Redis hangs, thirty fibers and their objects that are destroyed at once stop the process for a moment in all, and leave nothing
--FILE--
<?php
$server = RedisServer::start();
$name = Check::unique('together');
$queue = new Queue($server, $name);
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$holder = new RedisMutexLock($server->url(command_timeout: 30, retry_for: 60));
Check::true($holder->lock($name, 0, 60), 'held');
$fibers = [];
for ($i = 0; $i < 30; $i++) {
    $fibers[] = $loop->startUntil(static function () use ($server, $name, $i): void {
        $lock = new RedisMutexLock($server->url(command_timeout: 30, retry_for: 60));
        Check::true($lock->lock("$name-$i", 0, 600), 'a lock of its own');
        $lock->lock($name, 60, 600);
    }, static fn (): bool => count($queue->tokens()) > $i);
}
array_map($loop->forget(...), $fibers);
$server->pause();
$watch = new Stopwatch();
$fibers = [];
gc_collect_cycles();
$seconds = $watch->seconds();
$server->resume();
// Each of them would have 50 ms, for its place in the queue and for its lock.
Check::between(0.02, 0.15, $seconds, 'seconds');
$keys = array_map(static fn (int $i): string => "lock:$name-$i", range(0, 29));
Check::eventually(static fn (): bool => $server->client()->call('EXISTS', ...$keys) === 0, 20, 'their locks are free');
Check::true($holder->unlock($name), 'the holder is not disturbed');
Check::eventually(static fn (): bool => $server->client()->call('EXISTS', "lock:$name") === 0, 20, 'the lock is free');
echo "done\n";
?>
--EXPECT--
done
