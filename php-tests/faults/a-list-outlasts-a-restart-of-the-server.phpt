--TEST--
list() has every lock, though the server restarts between two pages and knows the place of the next page no more
--FILE--
<?php
// After a restart, a server has its keys in another order.
$server = RedisServer::start(['appendonly' => 'yes']);
$redis = $server->client();
for ($i = 0; $i < 10_000; $i += 500) {
    $redis->call('MSET', ...array_merge(...array_map(fn (int $n): array => ["cache:$n", 'x'], range($i, $i + 499))));
}
$expected = [];
for ($i = 0; $i < 500; $i++) {
    $redis->call('SET', "lock:$i", 'x');
    $expected[] = (string) $i;
}
sort($expected, SORT_STRING);
$proxy = Proxy::to($server);
$proxy->rule(['command' => 'SCAN', 'nth' => 5, 'do' => 'stall']);
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    say(json_encode(array_column($lock->list(), 'name')));
    PHP, [$proxy->url(command_timeout: 60)]);
Check::eventually(fn (): bool => $proxy->count('SCAN') === 5, 20, 'the search is in its midst');
// It is asleep until the server is back.
$worker->signal(SIGSTOP);
$server->restart();
$proxy->drop();
$worker->signal(SIGCONT);
Check::same($expected, json_decode($worker->line(60), true), 'found');
$worker->finish();
echo "done\n";
?>
--EXPECT--
done
