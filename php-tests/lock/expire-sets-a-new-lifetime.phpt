--TEST--
expire gives a held lock a new lifetime from now, longer or shorter
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('lifetime');
$lock = new RedisMutexLock($server->url());
Check::same(false, $lock->expire($name, 60), 'expire of a lock that is not held');
Check::same(false, $lock->isLocked($name), 'it takes nothing');

Check::same(true, $lock->lock($name, 0, 60), 'lock');
$token = $lock->token($name);
// The object never believes in the last 1 % and 2 ms of the lifetime.
foreach ([600, 30.5, 31_536_000, 20, '90'] as $expire) {
    Check::same(true, $lock->expire($name, $expire), "expire $expire");
    Check::between($expire * 1000 - 10_000, $expire * 1000, $redis->call('PTTL', "lock:$name"), "PTTL of $expire");
    Check::between($expire * 0.99 - 10, $expire * 0.99 - 0.002, $lock->remaining($name), "remaining of $expire");
}
Check::same($token, $lock->token($name), 'the token stays');
Check::same($token, $redis->call('GET', "lock:$name"), 'the value stays');

// A shortened lock is free after its new lifetime. The object knows before that it is over.
Check::same(true, $lock->expire($name, 1.5), 'expire 1.5');
Check::same(true, @(new RedisMutexLock($server->url()))->lock($name, 30, 20, 1000), 'another gets it');
Check::same(null, $lock->remaining($name), 'remaining');

echo 'done';
?>
--EXPECT--
done
