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
$measure = static fn (): array => [memory_get_usage(), count(scandir('/proc/self/fd')), count(get_resources())];
for ($i = 0; $i < 10; $i++) {
    $round(50);
}
[$memory, $descriptors, $resources] = $measure();
for ($i = 0; $i < 100; $i++) {
    $round(50);
}
[$memoryAfter, $descriptorsAfter, $resourcesAfter] = $measure();
Check::between(0, 20_000, max(0, $memoryAfter - $memory), 'bytes more');
// Up to sixteen connections are at rest, which are opened while answers take longer than a millisecond. Then up to 64 questions
// have a bell while they wait for their turn, and the streams of the last bells end with the next one.
Check::between(0, $descriptors + 15, $descriptorsAfter, 'descriptors');
Check::between(0, $resources + 15 + 64, $resourcesAfter, 'streams');
echo "done\n";
?>
--EXPECT--
done
