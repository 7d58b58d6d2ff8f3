--TEST--
unlockAll releases 1,000 renewed locks before their leases end at a server with late answers
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 1, 'lease' => 2]);
Check::true($lock->lock('warm') && $lock->unlock('warm'), 'the script is known');
for ($i = 0; $i < 1000; $i++) {
    $lock->lock("n$i", expire: null) || throw new Exception('not free');
}
$before = RedisMutexLock::stats();
// A round trip for each hundred locks would take 3.5 s. The last leases would end before.
$proxy->rule(['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 350]);
Check::same(true, $lock->unlockAll(), 'unlockAll');
Check::same([], $lock->held(), 'held');
Check::same(0, $redis->call('DBSIZE'), 'keys left');
Check::same(1000, RedisMutexLock::stats()['released'] - $before['released'], 'released');
Check::same(0, RedisMutexLock::stats()['lost'], 'lost');
echo 'done';
?>
--EXPECT--
done
