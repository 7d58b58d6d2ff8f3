--TEST--
While Redis hangs under fifty waiting fibers the loop goes on, and when it comes back all fibers are granted
--FILE--
<?php
$server = RedisServer::start();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$holder = new RedisMutexLock($server->url(command_timeout: 30));
$name = Check::unique('hangs');
Check::true($holder->lock($name, 0, 600), 'held');
$granted = 0;
foreach (range(1, 50) as $number) {
    $loop->start(function () use ($server, $name, &$granted): void {
        $lock = new RedisMutexLock($server->url(command_timeout: 30));
        Check::true($lock->lock($name, 60, 60), 'granted');
        $granted++;
        Check::true($lock->unlock($name), 'released');
    });
}
$queue = new Queue($server, $name);
$loop->start(function () use ($loop, $server, $queue, $holder, $name): void {
    while (count($queue->tokens()) < 50) {
        $loop->sleep(0.02);
    }
    $loop->longestPieces = [];
    $server->pause();
    $began = hrtime(true);
    $turns = 0;
    // Each waiter looks at its place twice a second, so all of them ask while the server hangs.
    while (hrtime(true) - $began < 2e9) {
        $loop->sleep(0.01);
        $turns++;
    }
    $stall = $loop->longestPieces[0];
    $server->resume();
    Check::between(20, 1000, $turns, 'turns while the server hangs');
    Check::between(0, 0.1, $stall, 'the longest stop of the loop in seconds');
    Check::true($holder->unlock($name), 'released');
});
$loop->run();
Check::same(50, $granted, 'granted');
Check::same(0, $server->client()->call('EXISTS', "lock:$name"), 'the lock is free');
echo "done\n";
?>
--EXPECT--
done
