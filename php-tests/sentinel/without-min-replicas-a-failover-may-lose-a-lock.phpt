--TEST--
Without min_replicas the promoted replica may grant a lock that the killed master had granted: two processes hold it
--FILE--
<?php
$set = SentinelSet::start();
$config = $set->config(['retry_for' => 60, 'command_timeout' => 5]);
$lock = new RedisMutexLock($config);
$sure = new RedisMutexLock(['min_replicas' => 2] + $config);
Check::true($sure->lock('before', 10, 600), 'a lock that the replicas have');
$set->part();
Check::true($lock->lock('a', 0, 600), 'a lock that the replicas do not get');
$set->promoted($set->kill());
$other = new RedisMutexLock($config + ['name' => 'other']);
Check::same(false, $other->lock('before', 0.1, 600), 'the new master has the lock that the replicas had');
Check::true($other->lock('a', 30, 600), 'the new master grants it again');
Check::true($lock->remaining('a') > 0, 'the first owner cannot know');
Check::same(false, $lock->isLocking('a'), 'the first owner asks');
Check::same(false, $lock->unlock('a'), 'the first owner releases');
Check::true($other->isLocking('a') && $other->unlock('a'), 'the second owner holds it');
echo 'done';
?>
--EXPECT--
done
