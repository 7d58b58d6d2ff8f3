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
$longest = 0;
$began = hrtime(true);
$loop->forget($fiber);
unset($fiber, $unsure);
gc_collect_cycles();
$longest = max($longest, hrtime(true) - $began);
while ($locks !== []) {
    $began = hrtime(true);
    array_pop($locks);
    $longest = max($longest, hrtime(true) - $began);
}
// Without fibers each of them would take half a second.
Check::between(0, 0.4, $longest / 1e9, 'the longest stop in seconds');
$server->resume();
$left = static fn (): int => $client->call('EXISTS', ...array_map(static fn (string $name): string => "lock:$name", $names));
Check::eventually(static fn (): bool => $left() === 0, 20, 'all locks are free');
echo "done\n";
?>
--EXPECT--
done
