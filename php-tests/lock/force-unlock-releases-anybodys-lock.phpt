--TEST--
forceUnlock releases the lock of any holder, and is false when the lock is free
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('force');
$operator = new RedisMutexLock($server->url());
$owner = new RedisMutexLock($server->url());

Check::same(false, $operator->forceUnlock($name), 'nobody');
Check::same(true, $owner->lock($name, 0, 600), 'lock');
Check::same(true, $operator->forceUnlock($name), "another object's");
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');
Check::same(false, $operator->forceUnlock($name), 'again');
// The holder learns of it when it asks.
Check::same(false, $owner->isLocking($name), 'isLocking of the owner');

foreach (['42', "\0\xff", '', str_repeat('x', 100_000)] as $i => $value) {
    $redis->call('SET', "lock:$name", $value);
    Check::same(true, $operator->forceUnlock($name), "a foreign holder, value $i");
    Check::same(0, $redis->call('EXISTS', "lock:$name"), "the key, value $i");
}

// The object's own lock: its entry is forgotten, so the name can be locked at once.
Check::same(true, $operator->lock($name, 0, 600), 'lock');
Check::same(true, $operator->forceUnlock($name), 'its own');
Check::same([], $operator->held(), 'held');
Check::same(null, $operator->token($name), 'token');
Check::same(true, $operator->lock($name), 'lock again');

// Another holder's lock, where the object still has an entry for a stolen lock: forceUnlock does not release that
// entry.
$redis->call('SET', "lock:$name", 'thief');
Check::same(true, $operator->forceUnlock($name), "the thief's");
Check::same(false, $operator->isLocking($name), 'its own was lost before');

// Companion keys and other locks are not touched.
$redis->call('SET', "lock:$name-2", 'x');
$owner->lock($name);
$operator->forceUnlock($name);
Check::same('x', $redis->call('GET', "lock:$name-2"), 'a neighbour');

echo 'done';
?>
--EXPECT--
done
