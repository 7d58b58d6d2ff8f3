--TEST--
isLocked and owner tell about a lock of any holder
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('who');
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());
$both = static fn (): array => [$lock->isLocked($name), $lock->owner($name)];

Check::same([false, null], $both(), 'free');
$lock->lock($name);
Check::same([true, $lock->token($name)], $both(), 'ours');
Check::same([true, $lock->token($name)], [$other->isLocked($name), $other->owner($name)], 'ours, seen by another');
$lock->unlock($name);
Check::same([false, null], $both(), 'released');

foreach (['42', "\0\xff\r\n", str_repeat('x', 100_000)] as $value) {
    $redis->call('SET', "lock:$name", $value);
    Check::same([true, $value], $both(), 'foreign');
}
$redis->call('DEL', "lock:$name");
$redis->call('RPUSH', "lock:$name", 'x');
Check::same([true, ''], $both(), 'a list');
$redis->call('DEL', "lock:$name");

// Both neither take nor forget anything: a lost lock is still listed after them.
$lock->lock($name);
$redis->call('DEL', "lock:$name");
Check::same([false, null], $both(), 'deleted');
Check::same([$name], $lock->held(), 'held');

echo 'done';
?>
--EXPECT--
done
