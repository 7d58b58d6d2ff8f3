--TEST--
isLocking asks the server: a lock that was deleted or taken is lost and forgotten
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());

$losses = [
    'deleted' => static fn (string $key) => $redis->call('DEL', $key),
    'stolen' => static fn (string $key) => $redis->call('SET', $key, 'another', 'PX', 60000),
    'another type' => static fn (string $key) => $redis->call('DEL', $key) + $redis->call('SADD', $key, 'x'),
];
foreach ($losses as $way => $lose) {
    $name = Check::unique('mine');
    Check::same(false, $lock->isLocking($name), "$way: before lock");
    Check::same(true, $lock->lock($name, 0, 600), "$way: lock");
    Check::same(true, $lock->isLocking($name), "$way: held");
    $lose("lock:$name");
    $left = $redis->call('EXISTS', "lock:$name") ? $redis->call('DUMP', "lock:$name") : null;
    // Our own clock does not show the loss.
    Check::same([$name], $lock->held(), "$way: held before asking");
    Check::same(false, $lock->isLocking($name), "$way: lost");
    Check::same(null, $lock->token($name), "$way: token");
    Check::same(null, $lock->remaining($name), "$way: remaining");
    Check::same([], $lock->held(), "$way: held");
    Check::same($left, $redis->call('EXISTS', "lock:$name") ? $redis->call('DUMP', "lock:$name") : null, "$way: the key");
    Check::same(false, $lock->unlock($name), "$way: unlock");
}

// The lock of another holder is not ours.
$name = Check::unique('theirs');
@(new RedisMutexLock($server->url()))->lock($name, 0, 600);
$other = new RedisMutexLock($server->url());
Check::same(true, $other->lock($name), "the first object's lock ended with it");
Check::same(false, $lock->isLocking($name), "another's lock");
Check::same(true, $lock->isLocked($name), 'but it is locked');

echo 'done';
?>
--EXPECT--
done
