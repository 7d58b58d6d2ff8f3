--TEST--
At a slow server lockAll() begins no name behind its deadline, and gives back what it has got
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server, ['command' => 'SET', 'do' => 'delayReply', 'ms' => 400]);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5]);
foreach ([60, null] as $expire) {
    Check::same(false, $lock->lockAll(['a', 'b', 'c', 'd', 'e', 'f'], 0.1, $expire), 'refused');
    Check::same([], $lock->held(), 'nothing is held');
    Check::same(0, $redis->call('DBSIZE'), 'nothing is left');
}
$asked = array_filter($proxy->log(), static fn (array $seen): bool => $seen['words'][0] === 'SET');
Check::same(2, count($asked), 'one name each time');
echo "done\n";
?>
--EXPECT--
done
