--TEST--
A lock that ran out by our own clock counts as not held, and no command is sent to find that out
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);

Check::same(true, $lock->lock('a', 0, 1), 'lock');
$token = $lock->token('a');
$redis->call('PERSIST', 'lock:a');
Check::eventually(static fn (): bool => $lock->held() === [], 10, 'the end of the validity');

$before = $redis->commandstats();
Check::same(null, $lock->token('a'), 'token');
Check::same(null, $lock->fence('a'), 'fence');
Check::same(null, $lock->remaining('a'), 'remaining');
Check::same(null, $lock->detach('a'), 'detach');
Check::same(false, $lock->isLocking('a'), 'isLocking');
Check::same(false, $lock->expire('a', 60), 'expire');
$after = $redis->commandstats();
unset($before['info'], $after['info']);
Check::same($before, $after, 'commands');

// None of these methods forgot the old token. lock frees it and takes the lock under a new token.
Check::same($token, $redis->call('GET', 'lock:a'), 'the old token still keeps the name shut');
Check::same(true, $lock->lock('a', 0, 60), 'lock anew');
Check::true($lock->token('a') !== $token, 'a new token');
Check::same($lock->token('a'), $redis->call('GET', 'lock:a'), 'the value');
Check::between(30_000, 60_000, $redis->call('PTTL', 'lock:a'), 'lifetime');

echo 'done';
?>
--EXPECT--
done
