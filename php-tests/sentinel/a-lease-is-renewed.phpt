--TEST--
Behind Sentinel a lease is renewed while PHP does nothing
--FILE--
<?php
$set = SentinelSet::shared();
$redis = $set->master()->client();
$name = Check::unique('renewed');
$lock = new RedisMutexLock($set->config(['lease' => 3]));
Check::true($lock->lock($name, 0, null), 'lock');
$before = RedisMutexLock::stats()['renewed'];
Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewed'] >= $before + 4, 30, 'it is renewed for longer than a lease');
Check::between(1, 3_000, $redis->call('PTTL', "lock:$name"), 'milliseconds at the master');
Check::true($lock->isLocking($name) && $lock->unlock($name), 'it is held and released');
Check::same(0, RedisMutexLock::stats()['lost'], 'what was lost');
echo 'done';
?>
--EXPECT--
done
