--TEST--
2,000 renewed locks are kept at a server with late answers
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$lease = 6;
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 2, 'lease' => $lease]);
for ($i = 0; $i < 2000; $i++) {
    $lock->lock("n$i", expire: null) || throw new Exception('not free');
}
$names = array_map(static fn (int $i): string => "n$i", range(0, 1999));
$keys = array_map(static fn (string $name): string => "lock:$name", $names);
$tokens = array_map($lock->token(...), $names);
$before = RedisMutexLock::stats()['renewed'];
// A round trip for each hundred locks would take 14 s, which is more than two leases.
$proxy->rule(['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 700]);
usleep(2 * $lease * 1_000_000);
Check::same(0, RedisMutexLock::stats()['lost'], 'lost');
Check::same(2000, count($lock->held()), 'held');
Check::same($tokens, $redis->call('MGET', ...$keys), 'owners at the server');
Check::between(2 * 2000, PHP_INT_MAX, RedisMutexLock::stats()['renewed'] - $before, 'renewals');
$proxy->clear();
// The end of this process has half a second; unlockAll takes what it needs.
Check::true($lock->unlockAll(), 'unlockAll');
echo 'done';
?>
--EXPECT--
done
