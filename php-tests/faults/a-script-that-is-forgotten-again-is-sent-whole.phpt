--TEST--
A server that forgets the script of unlockAll each time is sent it whole for each of 150 locks
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
$lock = new RedisMutexLock($proxy->url());
for ($i = 0; $i < 150; $i++) {
    Check::true($lock->lock("n$i", 0, 600), 'lock');
}
$bytes = "-NOSCRIPT No matching script. Please use EVAL.\r\n";
$proxy->rule(['command' => 'EVALSHA', 'do' => 'answer', 'bytes' => $bytes]);
Check::true($lock->unlockAll(), 'unlockAll');
Check::same(0, $server->client()->call('DBSIZE'), 'keys left');
Check::same(150, $proxy->count('EVAL'), 'sent whole');
echo 'done';
?>
--EXPECT--
done
