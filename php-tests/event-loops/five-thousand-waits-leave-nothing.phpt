--TEST--
Five thousand waits of fibers, each handed over, granted or refused, leave no memory, no descriptor and no stream behind
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('growth');
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$round = function (int $fibers) use ($server, $name, $loop): void {
    for ($i = 0; $i < $fibers; $i++) {
        $loop->start(function () use ($server, $name, $loop, $i): void {
            $lock = new RedisMutexLock($server->url(timeout: 30, command_timeout: 30, retry_for: 60));
            if ($lock->lock($name, $i % 50 === 7 ? 0.001 : 60, 60)) {
                $i % 10 === 0 && $loop->sleep(0.001);
                $lock->unlock($name);
            }
        });
    }
    $loop->run();
    gc_collect_cycles();
};
// Streams whose sockets have ended go with the next new stream, which a wait at another server brings.
$measure = static function () use ($loop): array {
    [$memory, $descriptors] = [memory_get_usage(), count(scandir('/proc/self/fd'))];
    $other = RedisServer::start();
    $holder = new RedisMutexLock($other->url(command_timeout: 30));
    Check::true($holder->lock('other', 0, 60), 'held at the other server');
    $loop->start(static function () use ($other): void {
        $waiter = new RedisMutexLock($other->url(command_timeout: 30));
        Check::same(false, $waiter->lock('other', 0.1, 60), 'refused there');
    });
    $loop->run();
    gc_collect_cycles();

    return [$memory, $descriptors, count(get_resources())];
};
for ($i = 0; $i < 10; $i++) {
    $round(50);
}
$measure(); // what the question itself needs is there before
[$memory, $descriptors, $resources] = $measure();
for ($i = 0; $i < 100; $i++) {
    $round(50);
}
[$memoryAfter, $descriptorsAfter, $resourcesAfter] = $measure();
Check::between(0, 20_000, max(0, $memoryAfter - $memory), 'bytes more');
// Up to sixteen connections are at rest, which are opened while answers take longer than a millisecond. The first measurement has
// left two more at its other server.
Check::between(0, $descriptors + 17, $descriptorsAfter, 'descriptors');
Check::between(0, $resources + 17, $resourcesAfter, 'streams');
echo "done\n";
?>
--EXPECT--
done
