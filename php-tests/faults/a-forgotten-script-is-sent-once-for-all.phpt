--TEST--
A server that has forgotten the script of unlockAll is sent it once, and not for each of 1,000 locks
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
// A long deadline, because a slow machine needs a second for 2,000 answers of a proxy.
$lock = new RedisMutexLock($proxy->url(command_timeout: 20));
for ($i = 0; $i < 1000; $i++) {
    $lock->lock("n$i", 0, 600) || throw new Exception('not free');
}
$redis->call('SCRIPT', 'FLUSH');
Check::same(true, $lock->unlockAll(), 'unlockAll');
Check::same(0, $redis->call('DBSIZE'), 'keys left');
// All by hash first. Then the first one whole: after that the server knows the script again.
$counts = [$proxy->count('EVALSHA'), $proxy->count('EVAL')];
Check::same([1000 + 999, 1], $counts, 'how often by hash, and how often whole');
Check::same(1, $proxy->accepted(), 'connections');
echo 'done';
?>
--EXPECT--
done
