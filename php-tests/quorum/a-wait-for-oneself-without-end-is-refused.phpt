--TEST--
Over five servers a wait without limit for a lock that another object of this process renews is refused at once
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('itself');
[$lock, $other] = [new RedisMutexLock($set->config()), new RedisMutexLock($set->config())];
Check::true($lock->lock($name, 0, null), 'lock');
Check::throws(RedisMutexLockException::class, static fn () => $other->lock($name, null));
Check::same(false, $other->lock($name, 0.05), 'a wait with an end');
// Of another quorum, which shares servers with this one, it is another lock.
$three = $set->config();
$three['servers'] = array_slice($three['servers'], 0, 3);
$three['lock_prefix'] = 'other:';
$elsewhere = new RedisMutexLock($three);
Check::true($elsewhere->lock($name, null, 600) && $elsewhere->unlock($name), 'another lock');
Check::true($lock->unlock($name), 'unlock');
$set->vanishes("*$name*");
echo 'done';
?>
--EXPECT--
done
