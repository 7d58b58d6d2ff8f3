--TEST--
An adoption that three hung servers made unknown can be repeated with the same token, and then it is true or false by what a majority has
--FILE--
<?php
$set = QuorumSet::start();
$lock = new RedisMutexLock($set->config(['command_timeout' => 1]));
Check::true($lock->lock('a', 0, 600), 'lock');
$token = $lock->detach('a');
$set->agree('a', $token);
$set->pause(0, 1, 2);
Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->adopt('a', $token, 600), 'No majority of 5 Redis servers');
Check::same([], $lock->held(), 'it is not held');
$set->resume(0, 1, 2);
$adopted = null;
Check::eventually(static function () use ($lock, $token, &$adopted): bool {
    try {
        $adopted = $lock->adopt('a', $token, 600);

        return true;
    } catch (RedisMutexLockUnavailableException) {
        return false;
    }
}, 20, 'an answer');
Check::true($adopted, 'adopt');
Check::same([true, $lock->token('a')], [$lock->isLocking('a'), $lock->owner('a')], 'it is held');
Check::true($lock->unlock('a'), 'unlock');
// A server that hung may have the old token until its lease ends, and stops nobody.
Check::true($lock->lock('a', 0, 600) && $lock->unlock('a'), 'a pair after that');
echo 'done';
?>
--EXPECT--
done
