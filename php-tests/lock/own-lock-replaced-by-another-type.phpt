--TEST--
A lock of ours that was replaced by a key of another type is lost, and that key stays
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());

$questions = [
    'unlock' => static fn (string $name): bool => $lock->unlock($name),
    'isLocking' => static fn (string $name): bool => $lock->isLocking($name),
    'expire' => static fn (string $name): bool => $lock->expire($name, 60),
    'unlockAll' => static fn (): bool => $lock->unlockAll(),
];
foreach ($questions as $method => $ask) {
    $name = Check::unique($method);
    $key = "lock:$name";
    Check::same(true, $lock->lock($name), "$method: lock");
    $redis->call('DEL', $key);
    $redis->call('RPUSH', $key, 'x');
    Check::same(false, $ask($name), $method);
    Check::same(null, $lock->token($name), "$method: the entry is forgotten");
    Check::same(['x'], $redis->call('LRANGE', $key, 0, -1), "$method: the list");
    Check::same(-1, $redis->call('PTTL', $key), "$method: its lifetime");
}

echo 'done';
?>
--EXPECT--
done
