--TEST--
unlockAll with nothing held is true, without a command
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$connections = static fn (): string => preg_replace('/.*total_connections_received:(\d+).*/s', '$1', $redis->call('INFO', 'stats'));

$before = $connections();
Check::same(true, $lock->unlockAll(), 'unlockAll of a new object');
Check::same($before, $connections(), 'connections');

Check::same(true, $lock->lock('a'), 'lock');
Check::same(true, $lock->unlock('a'), 'unlock');
Check::same(true, $lock->unlockAll(), 'unlockAll after the last unlock');

// The object does not hold a detached lock.
Check::same(true, $lock->lock('b'), 'lock');
$token = $lock->detach('b');
Check::same(true, $lock->unlockAll(), 'unlockAll with a detached lock');
Check::same($token, $redis->call('GET', 'lock:b'), 'the detached lock');

// No command is needed: unlockAll is true without a server, and at once.
$server->stop();
Check::same(true, (new RedisMutexLock($server->url()))->unlockAll(), 'unlockAll without a server');

echo 'done';
?>
--EXPECT--
done
