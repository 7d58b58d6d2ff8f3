--TEST--
10,000 times unlock with renewals in flight: no key is left, and no later lock is freed, shortened or lengthened
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock(['url' => $server->quickUrl(), 'lease' => 0.03]);
$next = new RedisMutexLock(['url' => $server->quickUrl()]);
$names = array_map(static fn (int $i): string => "race-$i", range(1, 50));
$keys = array_map(static fn (string $name): string => "lock:$name", $names);
// The loop takes some seconds. The limit lies below the runner's own, which ends a test after 120 s.
$end = Deadline::in(110);
$pairs = $mine = 0;
for ($round = 0; $pairs < 10_000; $round++) {
    Check::true(!$end->passed(), "10,000 in time, and not $pairs");
    $began = hrtime(true);
    try {
        foreach ($names as $name) {
            Check::true($lock->lock($name, expire: null), "lock $name");
        }
    } catch (RedisMutexLockUnavailableException) {
        // The machine stood still for longer than this lease: the round is repeated.
        $lock->unlockAll();
        continue;
    }
    // The first renewals are due after 10 ms: the loop ends between shortly before and shortly after them.
    $until = $began + 8e6 + $round % 20 * 0.2e6;
    while (hrtime(true) < $until);
    $owners = [];
    $unlocked = 0;
    foreach ($names as $i => $name) {
        // A pause of the machine may have lost the lock. Then unlock says so without a command.
        $unlocked += (int) $lock->unlock($name);
        if ($i % 2 === 0) {
            Check::true($next->lock($name, timeout: 1, expire: 600), "the successor in $name");
            $owners["lock:$name"] = $next->token($name);
        }
    }
    Check::same(array_values($owners), $redis->call('MGET', ...array_keys($owners)), "successors in round $round");
    foreach (array_keys($owners) as $key) {
        Check::between(500_000, 600_000, $redis->call('PTTL', $key), 'lifetime of a successor');
    }
    Check::true($next->unlockAll(), "successors are released in round $round");
    $gone = static fn (): bool => $redis->call('EXISTS', ...$keys) === 0;
    // The server has the key of a lost lock until that lease is over.
    $unlocked === count($names) || Check::eventually($gone, 1, "what was lost in round $round is gone");
    Check::true($gone(), "no keys in round $round");
    $pairs += count($names);
    $mine += $unlocked;
}
Check::same(10_000, $pairs, 'pairs');
Check::true($mine > 0, 'unlock was true');
Check::true(RedisMutexLock::stats()['renewed'] > 0, 'renewals were sent');
usleep(100_000);
Check::same([], $redis->call('KEYS', '*'), 'keys in the end');
echo 'done';
?>
--EXPECT--
done
