--TEST--
Redis stands still for ten seconds under fifty fibers whose objects die: none of them stops the loop for longer than 50 ms, and all locks are free afterwards
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
$loop->longestPieces = [];
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
    foreach ([0, 3, 6, 9] as $number) {
        $loop->piece(static function () use ($loop, &$fibers, $number, $seconds): void {
            $loop->forget($fibers[$number + 12 * ($seconds / 2 - 2)]);
            unset($fibers[$number + 12 * ($seconds / 2 - 2)]);
            gc_collect_cycles();
        });
    }
}
$loop->runUntil($ticks->isTerminated(...));
// What is sent in them waits for 50 ms at most, and the rest is the work of the processor. The longest ones are those in which an
// object died.
$pieces = json_encode(array_slice($loop->longestPieces, 0, 10));
Check::between(0.02, 0.06, $loop->longestPieces[0], "the longest stop of the loop in seconds, of $pieces");
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
