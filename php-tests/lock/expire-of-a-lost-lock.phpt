--TEST--
expire of a lost lock is false, lengthens no other holder's lease and forgets the entry
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());

$deleted = Check::unique('deleted');
Check::same(true, $lock->lock($deleted), 'lock');
$redis->call('DEL', "lock:$deleted");
Check::same(false, $lock->expire($deleted, 60), 'expire of a deleted lock');
Check::same(0, $redis->call('EXISTS', "lock:$deleted"), 'it is not made anew');

$stolen = Check::unique('stolen');
Check::same(true, $lock->lock($stolen), 'lock');
$redis->call('SET', "lock:$stolen", 'another', 'PX', 5000);
Check::same(false, $lock->expire($stolen, 600), "expire of another's lock");
Check::between(-2, 5000, $redis->call('PTTL', "lock:$stolen"), "another's lifetime");

Check::same([], $lock->held(), 'held');
Check::same([null, null], [$lock->token($deleted), $lock->token($stolen)], 'tokens');
Check::same(true, $lock->lock($deleted), 'the name can be locked again');

echo 'done';
?>
--EXPECT--
done
