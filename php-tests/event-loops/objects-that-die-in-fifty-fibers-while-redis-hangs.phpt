--TEST--
Redis stands still for ten seconds under fifty fibers whose objects die: the loop never stops for long, and all locks are free afterwards
--FILE--
<?php
$server = RedisServer::start();
$client = $server->client();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$name = Check::unique('hangs');
$holder = new RedisMutexLock($server->url(command_timeout: 30));
Check::true($holder->lock($name, 0, 600), 'held');
$queue = new Queue($server, $name);
$ready = 0;
$hangs = false;
$fibers = [];
for ($i = 0; $i < 50; $i++) {
    $fibers[] = $loop->start(static function () use ($server, $loop, $name, $i, &$ready, &$hangs): void {
        $lock = new RedisMutexLock($server->url(command_timeout: 30));
        Check::true($lock->lock("$name-$i", 0, $i % 5 === 0 ? null : 600), 'a lock of its own');
        $ready++;
        // A third of them wait for a lock too, and never come back. The objects of the others die one after the other.
        $i % 3 !== 0 || $lock->lock($name, 600, 600);
        while (!$hangs) {
            $loop->sleep(0.01);
        }
        $loop->sleep($i * 0.15);
    });
}
$loop->runUntil(static function () use ($queue, &$ready): bool {
    return $ready === 50 && count($queue->tokens()) === 17;
});
$server->pause();
$hangs = true;
$loop->longestStall = 0;
$began = hrtime(true);
$turns = 0;
$ticks = $loop->start(static function () use ($loop, $began, &$turns): void {
    while (hrtime(true) - $began < 10e9) {
        $loop->sleep(0.01);
        $turns++;
    }
});
foreach ([4, 6, 8] as $seconds) {
    $loop->runUntil(static fn (): bool => hrtime(true) - $began > $seconds * 1e9);
    // Some of those that wait are destroyed meanwhile.
    $destroyed = hrtime(true);
    foreach ([0, 3, 6, 9] as $number) {
        $loop->forget($fibers[$number + 12 * ($seconds / 2 - 2)]);
        unset($fibers[$number + 12 * ($seconds / 2 - 2)]);
    }
    gc_collect_cycles();
    Check::between(0, 0.5, (hrtime(true) - $destroyed) / 1e9, 'seconds for four destroyed fibers');
}
$loop->runUntil($ticks->isTerminated(...));
// A quiet machine stands still for 50 ms at most.
Check::between(0, 0.4, $loop->longestStall, 'the longest stop of the loop in seconds');
Check::between(100, 2000, $turns, 'turns while Redis stood still');
array_map($loop->forget(...), $fibers);
$server->resume();
$fibers = [];
gc_collect_cycles();
$keys = array_map(static fn (int $i): string => "lock:$name-$i", range(0, 49));
Check::eventually(static fn (): bool => $client->call('EXISTS', ...$keys) === 0, 30, 'their locks are free');
Check::true($holder->unlock($name), 'the holder is not disturbed');
Check::eventually(static fn (): bool => $client->call('EXISTS', "lock:$name") === 0, 20, 'the lock is free');
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
