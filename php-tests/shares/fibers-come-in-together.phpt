--TEST--
Forty fibers of one process that wait for shares behind a lock come in together, over few connections
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'many');
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$writer = new RedisMutexLock($server->url());
Check::true($writer->lock('many', 0, 60), 'held');
$inside = $most = $left = 0;
for ($i = 0; $i < 40; $i++) {
    $loop->start(function () use ($server, $loop, &$inside, &$most, &$left): void {
        $lock = new RedisMutexLock(['url' => $server->url(), 'command_timeout' => 10]);
        Check::true($lock->lockShared('many', 60, 60), 'granted');
        $most = max($most, ++$inside);
        // They leave when all are inside.
        for ($end = hrtime(true) + 20_000_000_000; $inside < 40 && $left === 0 && hrtime(true) < $end;) {
            $loop->sleep(0.005);
        }
        $left++;
        Check::true($lock->unlock('many'), 'released');
    });
}
$loop->runUntil(static fn (): bool => count($queue->tokens()) === 40);
Check::between(3, 20, count($server->client()->clients()), 'connections');
Check::true($writer->unlock('many'), 'released');
$loop->run();
Check::same(40, $most, 'all were inside together');
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
