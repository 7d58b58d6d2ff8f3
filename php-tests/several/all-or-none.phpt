--TEST--
lockAll() acquires all names or none, in any order and each once, and each is a lock of its own afterwards
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());
Check::true($lock->lockAll(['b', 'a', 'c', 'a', 7, '7']), 'acquired');
Check::same(['7', 'a', 'b', 'c'], $lock->held(), 'what is held, in the order of the bytes');
foreach ($lock->held() as $name) {
    Check::between(19.0, 20.0, $lock->remaining($name), "remaining of $name");
    Check::same($redis->call('GET', "lock:$name"), $lock->token($name), "token of $name");
}
// One that another owner has: nothing is taken.
Check::same(false, $other->lockAll(['0', 'b', 'z']), 'refused');
Check::same([], $other->held(), 'nothing is held');
Check::same(4, $redis->call('DBSIZE'), 'nothing was taken');
// One that this object has: nothing is asked.
Check::same(false, $lock->lockAll(['0', 'c']), 'one of its own');
Check::same(4, $redis->call('DBSIZE'), 'still nothing was taken');
Check::true($lock->unlock('a'), 'each is released by itself');
Check::true($other->lockAll(['a', 'x'], 0, null), 'free again, and renewed');
Check::same(['a', 'x'], $other->held(), 'both');
Check::true($lock->unlockAll(), 'the rest');
Check::true($other->unlockAll(), 'the others');
Check::same(0, $redis->call('DBSIZE'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
