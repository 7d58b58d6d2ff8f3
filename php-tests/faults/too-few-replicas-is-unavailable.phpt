--TEST--
Without enough replicas lock, expire and unlock are Unavailable with NOREPLICAS, and the token is released as soon as possible
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock(['url' => $server->url(), 'command_timeout' => 0.5]);
Check::true($lock->lock('held', 0, 60), 'lock before');
$redis->call('CONFIG', 'SET', 'min-replicas-to-write', 1);

$unavailable = static fn (callable $call) => Check::throws(
    RedisMutexLockUnavailableException::class,
    $call,
    "/^Redis at 127\\.0\\.0\\.1:$server->port, database 0 .*NOREPLICAS /",
);
$unavailable(fn () => $lock->lock('new'));
$unavailable(fn () => $lock->lock('new', 0.2));
$unavailable(fn () => $lock->expire('held', 90));
Check::true($lock->isLocking('held'), 'reading is possible, and it is still mine');
$unavailable(fn () => $lock->unlock('held'));
Check::same(1, $redis->call('EXISTS', 'lock:held'), 'it could not be released');

// When the replicas are back, the object works again by itself.
$redis->call('CONFIG', 'SET', 'min-replicas-to-write', 0);
Check::true($lock->lock('held', 0, 60), 'the old token is released before the next command for that name');
Check::same($lock->token('held'), $redis->call('GET', 'lock:held'), 'the key is that of the new lock');
Check::true($lock->unlockAll(), 'unlockAll');
Check::same(0, $redis->call('EXISTS', 'lock:held', 'lock:new'), 'keys left');
echo "done\n";
?>
--EXPECT--
done
