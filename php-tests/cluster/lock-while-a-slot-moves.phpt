--TEST--
In a Cluster lock in a slot that moves: a free name is granted, a held name and an own name are false, wherever the key is
--FILE--
<?php
$set = ClusterSet::shared();
$config = $set->config();
[$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
foreach ([0, 0.5] as $timeout) {
    $name = Check::unique('free');
    $move = $set->moving("lock:$name");
    $move->begin();
    Check::true($lock->lock($name, $timeout, 60), "timeout $timeout: a free name");
    Check::same($lock->token($name), $move->at(true, 'GET', "lock:$name"), "timeout $timeout: it is at the target");
    Check::same([false, false], [$lock->lock($name, $timeout), $other->lock($name)], "timeout $timeout: held at the target");
    Check::true($lock->unlock($name) && $other->lock($name, $timeout, null) && $other->isLocking($name) && $other->unlock($name), "timeout $timeout: the next owner");
    $move->reset($name);
    Check::true($lock->lock($name, 0, 60), "timeout $timeout: lock");
    $move->begin();
    Check::same([false, false], [$lock->lock($name, $timeout), $other->lock($name)], "timeout $timeout: held at the source");
    Check::true($lock->unlock($name) && $other->lock($name, $timeout) && $other->unlock($name), "timeout $timeout: the next owner");
    $move->reset($name);
}
// A wait for a name whose lock and queue cannot be asked about together ends as a wait without an answer, or with its answer.
$name = Check::unique('held');
Check::true($lock->lock($name, 0, 60), 'lock');
$move = $set->moving("lock:$name");
$move->begin();
$began = hrtime(true);
try {
    Check::same(false, $other->lock($name, 1.5, 60, 100_000), 'a wait for a held name');
} catch (RedisMutexLockUnavailableException $thrown) {
    Check::true(str_contains($thrown->getMessage(), 'TRYAGAIN'), $thrown->getMessage());
}
Check::between(1.4, 5, (hrtime(true) - $began) / 1e9, 'seconds of the wait');
Check::true($lock->isLocking($name) && $lock->unlock($name), 'the holder has it');
$move->reset($name);
echo 'done';
?>
--EXPECT--
done
