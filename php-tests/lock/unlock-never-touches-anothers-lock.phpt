--TEST--
unlock of a lost lock is false and leaves the new holder's lock as it is
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());

foreach (['unlock', 'release', 'unlockAll'] as $method) {
    $arguments = static fn (string $name): array => $method === 'unlockAll' ? [] : [$name];

    // The value is another token, even a token that differs only at its end or in its case.
    foreach ([static fn () => RedisMutexLock::generateToken(), fn ($t) => "$t ", strtoupper(...), fn ($t) => substr($t, 1),
        fn () => ''] as $i => $other_token) {
        $name = Check::unique('stolen');
        Check::same(true, $lock->lock($name), 'lock');
        // A token of digits alone has no upper case.
        $value = $other_token($lock->token($name)) . ($i === 2 ? 'X' : '');
        $redis->call('SET', "lock:$name", $value, 'PX', 60000);
        Check::same(false, $lock->$method(...$arguments($name)), "$method, way $i");
        Check::same($value, $redis->call('GET', "lock:$name"), "$method: the value, way $i");
        Check::between(30000, 60000, $redis->call('PTTL', "lock:$name"), "$method: its lifetime, way $i");
        Check::same(null, $lock->token($name), "$method: the entry is forgotten, way $i");
    }

    // Deleted and then taken by another object.
    $name = Check::unique('taken');
    $lock->lock($name);
    $redis->call('DEL', "lock:$name");
    Check::same(true, $other->lock($name), 'the other');
    Check::same(false, $lock->$method(...$arguments($name)), $method);
    Check::same(true, $other->isLocking($name), "$method: the other still holds it");

    // Deleted, and not taken.
    $name = Check::unique('deleted');
    $lock->lock($name);
    $redis->call('DEL', "lock:$name");
    Check::same(false, $lock->$method(...$arguments($name)), "$method of a deleted one");
    Check::same([], $lock->held(), 'held');
}

echo 'done';
?>
--EXPECT--
done
