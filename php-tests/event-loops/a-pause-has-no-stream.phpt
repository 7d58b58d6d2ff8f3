--TEST--
A pause of a wait calls the callable of onWait with null and the time alone, and other fibers run meanwhile
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('pause');
// A key of somebody else in the place of the queue: nobody can stand in it, so waiters pause between their looks.
$queue = new Queue($server, $name);
$server->client()->call('SET', $queue->key, 'foreign', 'EX', 60);
$holder = new RedisMutexLock($server->url(command_timeout: 30, retry_for: 60));
Check::true($holder->lock($name, 0, 60), 'held');
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$loop->start(function () use ($server, $name): void {
    $lock = new RedisMutexLock($server->url(command_timeout: 30, retry_for: 60));
    Check::true($lock->lock($name, 60, 60, 20_000), 'granted');
});
$loop->start(function () use ($loop, $holder, $name): void {
    // An answer that is late has a stream.
    while ($loop->calls - $loop->streams < 3) {
        $loop->sleep(0.01);
    }
    Check::true($holder->unlock($name), 'released while the other fiber pauses');
});
$loop->run();
Check::between(3, 40, $loop->calls - $loop->streams, 'calls without a stream, one for each pause');
echo "done\n";
?>
--EXPECT--
done
