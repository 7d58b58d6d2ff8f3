--TEST--
With min_replicas a lock that the replicas do not get is not granted, so no failover loses it
--FILE--
<?php
$set = SentinelSet::start();
$lock = new RedisMutexLock($set->config(['min_replicas' => 2, 'command_timeout' => 1, 'retry_for' => 60]));
Check::true($lock->lock('before', 30, 600), 'a lock that the replicas get');
$set->part();
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 0, 600), 'replica');
$new = $set->promoted($set->kill());
Check::same(0, $new->client()->call('EXISTS', 'lock:a'), 'the new master has nothing of it');
Check::same($lock->token('before'), $new->client()->call('GET', 'lock:before'), 'it has what was granted');
$set->heal();
Check::true($lock->lock('a', 30, 600), 'with all replicas it is granted');
Check::true($lock->unlockAll(), 'unlockAll');
Check::same([], $set->keys(), 'what is left');
echo 'done';
?>
--EXPECT--
done
