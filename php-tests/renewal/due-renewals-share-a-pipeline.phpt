--TEST--
All due renewals of a server go out as one pipeline: 100 leases are kept where a reply takes 60 ms
--FILE--
<?php
$server = RedisServer::start();
// A round of single renewals would take six seconds.
$proxy = Proxy::to($server, ['with' => Script::sha('renew'), 'do' => 'delayReply', 'ms' => 60]);
$lease = 2.4;
$lock = new RedisMutexLock([...$proxy->config(), 'lease' => $lease]);
for ($i = 0; $i < 100; $i++) {
    Check::true($lock->lock("pipeline-$i", expire: null), "lock $i");
}
$redis = $server->client();
$count = static fn (): int => $redis->commandstats()['evalsha'] ?? 0;
Check::eventually(fn (): bool => $count() >= 100, 10, 'the first round');
[$before, $began] = [$count(), hrtime(true)];
usleep((int) ($lease * 2e6));
[$renewed, $seconds] = [$count() - $before, (hrtime(true) - $began) / 1e9];
Check::same(100, count($lock->held()), 'held after three leases');
// Three renewals of each lock in a lease, and the rounds that the ends of the span cut.
Check::between(100, 100 * 3 / $lease * $seconds + 200, $renewed, 'renewals');
Check::same(2, $proxy->accepted(), 'connections');
Check::true($lock->unlockAll(), 'unlockAll');
// A renewal in flight reaches the server a moment later.
usleep(200_000);
$after = $proxy->count('EVALSHA');
usleep(1_000_000);
Check::same($after, $proxy->count('EVALSHA'), 'renewals of what was released');
Check::same([], $redis->call('KEYS', 'lock:*'), 'keys');
echo 'done';
?>
--EXPECT--
done
