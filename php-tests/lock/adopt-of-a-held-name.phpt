--TEST--
adopt of a name this object holds: its own token sets the lifetime and stays, another is false
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('held');

Check::same(true, $lock->lock($name, 0, 600), 'lock');
$token = $lock->token($name);
foreach ([60, 900, '30.5'] as $expire) {
    Check::same(true, $lock->adopt($name, $token, $expire), "adopt with its own token, expire $expire");
    Check::same($token, $lock->token($name), 'the token stays');
    Check::same($token, $redis->call('GET', "lock:$name"), 'the value stays');
    Check::between($expire * 1000 - 10_000, $expire * 1000, $redis->call('PTTL', "lock:$name"), 'lifetime');
    Check::between($expire * 0.99 - 10, $expire * 0.99 - 0.002, $lock->remaining($name), 'remaining');
}
Check::same(true, $lock->adopt($name, $token), 'adopt with its own token, expire by default');
Check::between(10_000, 20_000, $redis->call('PTTL', "lock:$name"), 'lifetime');

// Another token is false without a command, even if that token holds the lock by now.
Check::same(false, $lock->adopt($name, RedisMutexLock::generateToken()), 'adopt with another token');
$redis->call('SET', "lock:$name", 'somebody', 'PX', 60_000);
Check::same(false, $lock->adopt($name, 'somebody', 600), 'adopt of the thief');
Check::same('somebody', $redis->call('GET', "lock:$name"), 'the value');
Check::same($token, $lock->token($name), 'the token');

// Its own token, but the lock is lost: false, and forgotten.
Check::same(false, $lock->adopt($name, $token, 600), 'adopt of a lost lock');
Check::same(null, $lock->token($name), 'the entry is forgotten');
Check::between(1, 60_000, $redis->call('PTTL', "lock:$name"), "the thief's lifetime");
// The object holds nothing now, so the name can be taken over.
Check::same(true, $lock->adopt($name, 'somebody', 600), 'adopt of the thief');

echo 'done';
?>
--EXPECT--
done
