--TEST--
adopt of a name whose lease ran out here asks the server again
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());
$name = Check::unique('over');

Check::same(true, $lock->lock($name, 10, 0.5), 'lock');
Check::same(true, $other->lock($name, 30, 600, 1000), 'another gets it after that');
$detached = $other->detach($name);
Check::same(true, $lock->adopt($name, $detached, 60), 'adopt');
Check::same($lock->token($name), $redis->call('GET', "lock:$name"), 'the value');
Check::same([$name], $lock->held(), 'held');

// The object's own old token is freed first: it is not the token that was to be adopted.
$name = Check::unique('leftover');
Check::same(true, $lock->lock($name, 0, 1), 'lock');
$redis->call('PEXPIRE', "lock:$name", 60_000);
Check::eventually(static fn (): bool => $lock->token($name) === null, 10, 'the end of the validity');
Check::same(false, $lock->adopt($name, RedisMutexLock::generateToken()), 'adopt with a wrong token');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');

echo 'done';
?>
--EXPECT--
done
