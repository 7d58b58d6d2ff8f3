--TEST--
unlockAll releases 8,000 locks at a server that is slow and answers all the time: a deadline is for a portion of them, not for all
--FILE--
<?php
$server = RedisServer::start();
// 8,000 releases take at least 4 s, a hundred of them 50 ms.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'pace', 'us' => 500]);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 2.5]);
Check::true($lock->lock('warm') && $lock->unlock('warm'), 'the script is known');
for ($i = 0; $i < 8000; $i++) {
    $lock->lock("n$i", 0, 600) || throw new Exception('not free');
}
Check::same(true, $lock->unlockAll(), 'unlockAll');
Check::same([], $lock->held(), 'held');
Check::same(0, $server->client()->call('DBSIZE'), 'keys left');
Check::same(1, $proxy->accepted(), 'connections');
echo 'done';
?>
--EXPECT--
done
