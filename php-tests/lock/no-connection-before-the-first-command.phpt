--TEST--
Nothing is connected before the first command, and questions that need no server need none
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$connections = static fn (): string => preg_replace('/.*total_connections_received:(\d+).*/s', '$1', $redis->call('INFO', 'stats'));

$before = $connections();
$lock = new RedisMutexLock($server->url());
Check::same(null, $lock->token('a'), 'token');
Check::same(null, $lock->fence('a'), 'fence');
Check::same(null, $lock->remaining('a'), 'remaining');
Check::same(null, $lock->detach('a'), 'detach');
Check::same([], $lock->held(), 'held');
Check::same(32, strlen(RedisMutexLock::generateToken()), 'generateToken');
// A question about a lock that this object does not hold sends nothing either.
Check::same(false, $lock->unlock('a'), 'unlock');
Check::same(false, $lock->release('a'), 'release');
Check::same(false, $lock->isLocking('a'), 'isLocking');
Check::same(false, $lock->expire('a', 5), 'expire');
Check::same($before, $connections(), 'connections');

Check::same(true, $lock->lock('a'), 'lock');
Check::same((string) ($before + 1), $connections(), 'connections after the first command');

echo 'done';
?>
--EXPECT--
done
