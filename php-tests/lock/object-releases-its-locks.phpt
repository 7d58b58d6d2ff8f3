--TEST--
An object that dies releases what it still holds, and nothing of another's
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('dies');
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());

$lock->lock("$name-a");
$lock->lock("$name-b");
$lock->lock("$name-stolen");
$redis->call('SET', "lock:$name-stolen", 'thief');
$other->lock("$name-other");
// The lock is held as long as a variable has the object.
$second = $lock;
unset($lock);
Check::same(2, $redis->call('EXISTS', "lock:$name-a", "lock:$name-b"), 'while there is another reference');
unset($second);
Check::same(0, $redis->call('EXISTS', "lock:$name-a", "lock:$name-b"), 'after the last one');
Check::same('thief', $redis->call('GET', "lock:$name-stolen"), 'a stolen one');
Check::same(true, $other->isLocking("$name-other"), "the other object's");

// A variable that gets a new object releases the old object's locks at once.
$lock = new RedisMutexLock($server->url());
$lock->lock("$name-a");
$lock = new RedisMutexLock($server->url());
Check::same(true, $lock->lock("$name-a"), 'by the new object');

// An object in a cycle dies with the collector.
$holder = new stdClass();
$holder->lock = new RedisMutexLock($server->url());
$holder->self = $holder;
$holder->lock->lock("$name-cycle");
unset($holder);
Check::same(1, $redis->call('EXISTS', "lock:$name-cycle"), 'before the collection');
gc_collect_cycles();
Check::same(0, $redis->call('EXISTS', "lock:$name-cycle"), 'after it');

echo 'done';
?>
--EXPECT--
done
