--TEST--
A key that is not a string is held by something else and stays untouched
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$fencing = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
$token = RedisMutexLock::generateToken();

$makers = [
    'list' => ['RPUSH', $token],
    'hash' => ['HSET', 'token', $token],
    'set' => ['SADD', $token],
    'zset' => ['ZADD', 1, $token],
    'stream' => ['XADD', '1-1', 'token', $token],
];
foreach ($makers as $type => $words) {
    $name = Check::unique($type);
    $key = "lock:$name";
    $redis->call(array_shift($words), $key, ...$words);
    $before = $redis->call('DUMP', $key);
    foreach (['plain' => $lock, 'fencing' => $fencing] as $kind => $object) {
        Check::same(false, $object->lock($name), "$type, $kind: lock");
        Check::same(false, $object->lock($name, 0.03, 20, 10000), "$type, $kind: lock with a wait");
        Check::same(true, $object->isLocked($name), "$type, $kind: isLocked");
        Check::same('', $object->owner($name), "$type, $kind: owner");
        Check::same(false, $object->isLocking($name), "$type, $kind: isLocking");
        Check::same(false, $object->unlock($name), "$type, $kind: unlock");
        Check::same(false, $object->adopt($name, $token), "$type, $kind: adopt");
        Check::same([], $object->held(), "$type, $kind: held");
    }
    Check::same($before, $redis->call('DUMP', $key), "$type: content");
    Check::same(-1, $redis->call('PTTL', $key), "$type: lifetime");
}

echo 'done';
?>
--EXPECT--
done
