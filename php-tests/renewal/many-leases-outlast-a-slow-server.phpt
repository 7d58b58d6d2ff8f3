--TEST--
500 renewed locks are kept at a slow server that answers all the time, though a round of renewals takes longer than a command may
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
// A round of renewals takes at least 0.8 s, a hundred of them 160 ms.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'pace', 'us' => 1600]);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.6, 'lease' => 6]);
for ($i = 0; $i < 500; $i++) {
    $lock->lock("n$i", expire: null) || throw new Exception('not free');
}
$names = array_map(static fn (int $i): string => "n$i", range(0, 499));
$keys = array_map(static fn (string $name): string => "lock:$name", $names);
$tokens = array_map($lock->token(...), $names);
// Twice as long as a lease without renewal.
usleep(12_000_000);
Check::same(0, RedisMutexLock::stats()['lost'], 'lost');
Check::same(500, count($lock->held()), 'held');
Check::same($tokens, $redis->call('MGET', ...$keys), 'owners at the server');
Check::between(2 * 500, PHP_INT_MAX, RedisMutexLock::stats()['renewed'], 'renewals');
// The end of this process has half a second; unlockAll takes what it needs.
Check::true($lock->unlockAll(), 'unlockAll');
echo 'done';
?>
--EXPECT--
done
