--TEST--
When a server sends one reply too many, unlockAll believes none of 150 and asks for all again
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
$lock = new RedisMutexLock($proxy->url());
for ($i = 0; $i < 150; $i++) {
    Check::true($lock->lock("n$i", 0, 600), 'lock');
}
// The server knows the script.
Check::true($lock->unlock('n0') && $lock->lock('n0', 0, 600), 'once');
$proxy->rule(['command' => 'EVALSHA', 'nth' => 150, 'do' => 'extra', 'bytes' => ":1\r\n"]);
$before = RedisMutexLock::stats();
Check::true($lock->unlockAll(), 'unlockAll');
$after = RedisMutexLock::stats();
Check::same(1, $after['connections_opened'] - $before['connections_opened'], 'new connections');
// And once more for each script that the server did not know by hash.
Check::between(300, 1000, $proxy->count('EVAL*'), 'releases');
Check::same(0, $server->client()->call('DBSIZE'), 'what is left');
echo 'done';
?>
--EXPECT--
done
