--TEST--
Named arguments work, and those that are left out have their defaults
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock(config: $server->url());
$name = Check::unique('named');

Check::same(true, $lock->lock(expire: 7, name: $name), 'lock, timeout left out');
Check::between(2000, 7000, $redis->call('PTTL', "lock:$name"), 'lifetime');
Check::same(false, @(new RedisMutexLock($server->url()))->lock(sleep: 5000, timeout: 0.02, name: $name), 'lock, expire left out');
Check::same(true, $lock->expire(expire: 50, name: $name), 'expire');
Check::between(45_000, 50_000, $redis->call('PTTL', "lock:$name"), 'lifetime');
$token = $lock->detach(name: $name);
Check::same(true, $lock->adopt(token: $token, name: $name), 'adopt, expire left out');
Check::between(15_000, 20_000, $redis->call('PTTL', "lock:$name"), 'lifetime');
foreach (['isLocking', 'isLocked', 'unlock'] as $method) {
    Check::same(true, $lock->$method(name: $name), $method);
}

// sleep is given by name after the required arguments: expire has its default.
$ran = $lock->synchronized(name: $name, expire: 9, callback: static fn (): int => $redis->call('PTTL', "lock:$name"));
Check::between(4000, 9000, $ran, 'synchronized, timeout left out');
Check::same(true, $lock->lock($name, sleep: 1), 'lock, timeout and expire left out');
Check::between(15_000, 20_000, $redis->call('PTTL', "lock:$name"), 'lifetime');

Check::throws(Error::class, fn () => $lock->lock($name, ttl: 3), 'Unknown named parameter $ttl');
Check::throws(Error::class, fn () => $lock->lock($name, name: 'b'), 'Named parameter $name overwrites previous argument');
Check::throws(ArgumentCountError::class, fn () => $lock->lock(timeout: 3), 'Argument #1 ($name) not passed');

echo 'done';
?>
--EXPECT--
done
