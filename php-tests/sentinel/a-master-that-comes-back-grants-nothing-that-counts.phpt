--TEST--
A paused master comes back and takes itself for the master: over a kept connection it grants no lock with min_replicas, and a new connection does not go there
--FILE--
<?php
$set = SentinelSet::start();
$old = $set->master();
// A sentinel demotes it after some seconds. Over this connection it stays as it was.
$sentinel = FakeSentinel::naming($old);
$kept = new RedisMutexLock(SentinelSet::asking([$sentinel], ['min_replicas' => 2, 'command_timeout' => 2, 'retry_for' => 60]));
Check::true($kept->lock('a', 30, 600) && $kept->unlock('a'), 'lock');
$set->pause();
$new = $set->promoted($old);
$sentinel->name($new);
$other = new RedisMutexLock($set->config(['name' => 'other', 'retry_for' => 60]));
Check::true($other->lock('a', 30, 600), 'lock at the new master');
$old->resume();
try {
    $granted = $kept->lock('a', 0, 600);
} catch (RedisMutexLockUnavailableException) {
    $granted = false;
}
Check::same(false, $granted, 'a second owner');
Check::true($other->isLocking('a') && $other->unlock('a'), 'the owner');
echo 'done';
?>
--EXPECT--
done
