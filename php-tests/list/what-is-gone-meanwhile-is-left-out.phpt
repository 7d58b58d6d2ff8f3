--TEST--
list() leaves out a key that is gone, or no string any more, between the page and the look at it
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$redis->call('MSET', 'lock:a', 'A', 'lock:b', 'B', 'lock:c', 'C', 'lock:d', 'D', 'lock:e', 'E');
// The look waits until the test has changed the keys.
$proxy->rule(['command' => 'GET', 'times' => 1, 'do' => 'delay', 'ms' => 1_500]);
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    say(json_encode($lock->list()));
    PHP, [$proxy->url(command_timeout: 60)]);
Check::eventually(fn (): bool => $proxy->count('GET') > 0, 20, 'the page has come');
$redis->call('DEL', 'lock:b', 'lock:c', 'lock:d');
$redis->call('HSET', 'lock:c', 'a', 'b');
$redis->call('SET', 'lock:d', 'new');
$found = json_decode($worker->line(20), true);
$worker->finish();
Check::same([['a', 'A'], ['d', 'new'], ['e', 'E']], array_map(fn (array $row): array => [$row['name'], $row['owner']], $found), 'found');
echo "done\n";
?>
--EXPECT--
done
