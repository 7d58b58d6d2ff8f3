--TEST--
Behind Sentinel waiting processes are handed the lock in their order
--FILE--
<?php
$set = SentinelSet::shared();
$lock = new RedisMutexLock($set->config());
$queue = new Queue($set->master(), Check::unique('order'), $set->config());
Check::true($lock->lock($queue->name, 0, 60), 'lock');
$waiters = [];
for ($i = 0; $i < 4; $i++) {
    $waiters[] = $queue->waiter();
}
$tokens = $queue->tokens();
Check::true($lock->unlock($queue->name), 'unlock');
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted', 20);
    Check::same($tokens[$i], $queue->holder(), "waiter $i");
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
