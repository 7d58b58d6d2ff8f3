--TEST--
100 renewed locks of 20 objects cost three commands a lease each and nothing else, and one thread keeps them all
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lease = 1.5;
$locks = [];
for ($i = 0; $i < 20; $i++) {
    $locks[$i] = new RedisMutexLock([...$server->config(), 'lease' => $lease]);
    for ($j = 0; $j < 5; $j++) {
        Check::true($locks[$i]->lock("a-$i-$j", expire: null), "lock $i-$j");
    }
}
$keys = array_map(fn (int $i): string => 'lock:a-' . intdiv($i, 5) . '-' . $i % 5, range(0, 99));
$tokens = $redis->call('MGET', ...$keys);
Check::same(100, count(array_unique($tokens)), 'tokens');
// After the first renewals. They also make the script known, and they join locks that were taken one after another.
Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] >= 200, 10, 'two rounds');
$look = static function () use ($redis): array {
    $calls = $redis->commandstats();
    // Commands inside a script count as well. INFO comes from this test.
    $scripts = $calls['evalsha'] ?? 0;

    return [hrtime(true), $scripts, $calls, RedisMutexLock::stats()];
};
[$began, $before, $callsBefore, $statsBefore] = $look();
usleep(4_000_000);
[$ended, $after, $callsAfter, $statsAfter] = $look();
$seconds = ($ended - $began) / 1e9;
$renewed = $after - $before;
// A lock is renewed a third of a lease after its last renewal, so a span of any beginning may see one renewal more of
// each lock. The test reads INFO and the clock at different moments, which may add one more round.
Check::between(100, 100 * (3 / $lease * $seconds + 1), $renewed, "renewals in $seconds s");
Check::between(100, 100 * (3 / $lease * $seconds + 1), $statsAfter['renewed'] - $statsBefore['renewed'], 'renewals by stats');
// There are no other commands. GET and PEXPIRE belong to the script.
$others = array_diff_key($callsAfter, ['evalsha' => 0, 'info' => 0, 'get' => 0, 'pexpire' => 0, 'set' => 0, 'pttl' => 0]);
foreach ($others as $name => $calls) {
    Check::same($callsBefore[$name] ?? 0, $calls, "$name since");
}
Check::same($statsBefore['connections_opened'], $statsAfter['connections_opened'], 'connections since');
Check::same(0, $statsAfter['lost'], 'lost');
Check::same($tokens, $redis->call('MGET', ...$keys), 'owners');
foreach ($locks as $i => $lock) {
    Check::same(5, count($lock->held()), "held by object $i");
}
Check::same(1, count(Holder::threads(getmypid())), 'threads');
unset($lock);
$locks = [];
Check::same(0, $redis->call('EXISTS', ...$keys), 'keys in the end');
echo 'done';
?>
--EXPECT--
done
