--TEST--
Objects that die while Redis hangs stop the loop for a moment each, and their locks are released when it comes back
--FILE--
<?php
$server = RedisServer::start();
$client = $server->client();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$names = [];
$locks = [];
foreach (range(1, 5) as $number) {
    $lock = new RedisMutexLock($server->url());
    Check::true($lock->lock($names[] = Check::unique('dies'), 0, 600), 'held');
    $locks[] = $lock;
}
// A renewed lock as well.
$lock = new RedisMutexLock($server->url());
Check::true($lock->lock($names[] = Check::unique('dies'), 0), 'held and renewed');
$locks[] = $lock;
unset($lock);
// A fiber whose object dies with an unsure grant.
$unsure = new RedisMutexLock($server->url());
$names[] = $asked = Check::unique('unsure');
$server->pause();
$fiber = $loop->start(static function () use ($unsure, $asked): void {
    $unsure->lock($asked, 0, 600);
});
$loop->runUntil(static fn (): bool => $fiber->isSuspended());
$loop->longestPieces = [];
$loop->piece(static function () use ($loop, &$fiber, &$unsure): void {
    $loop->forget($fiber);
    $fiber = $unsure = null;
    gc_collect_cycles();
});
while ($locks !== []) {
    $loop->piece(static function () use (&$locks): void {
        array_pop($locks);
    });
}
// What is sent in each of them waits for 50 ms at most. Without fibers each would take half a second.
Check::same(7, count($loop->longestPieces), 'objects that died');
Check::between(0.02, 0.06, $loop->longestPieces[0], 'the longest stop in seconds, of ' . json_encode($loop->longestPieces));
$server->resume();
$left = static fn (): int => $client->call('EXISTS', ...array_map(static fn (string $name): string => "lock:$name", $names));
Check::eventually(static fn (): bool => $left() === 0, 20, 'all locks are free');
echo "done\n";
?>
--EXPECT--
done
