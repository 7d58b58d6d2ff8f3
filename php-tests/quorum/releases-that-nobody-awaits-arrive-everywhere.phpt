--TEST--
With await_release off the lock is free at all five servers soon after unlock, and a waiter is handed it
--FILE--
<?php
$set = QuorumSet::shared();
$lock = new RedisMutexLock($set->config(['await_release' => false]));
$other = new RedisMutexLock($set->config());
for ($i = 0; $i < 20; $i++) {
    $name = Check::unique('sent');
    Check::true($lock->lock($name, 0, 600), 'lock');
    Check::true($lock->unlock($name), 'unlock');
    Check::true($other->lock($name, 0, 600) && $other->unlock($name), "what this process asks comes behind the release, $i");
    $set->vanishes("lock:$name*");
}
$name = Check::unique('sent');
Check::true($lock->lock($name, 0, 600), 'lock');
$queue = $set->queue($name);
$waiters = [$queue->waiter(['await_release' => false]), $queue->waiter()];
$tokens = $queue->tokens();
Check::true($lock->unlock($name), 'unlock');
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted', 20);
    Check::same($tokens[$i], $queue->holder(), "waiter $i");
    $waiter->tell('unlock');
    $waiter->expect('released');
}
$set->vanishes("lock:$name*");
foreach ($waiters as $waiter) {
    $waiter->tell('end');
    $waiter->finish();
}
echo 'done';
?>
--EXPECT--
done
