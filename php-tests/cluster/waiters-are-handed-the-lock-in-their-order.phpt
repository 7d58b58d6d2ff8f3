--TEST--
In a Cluster waiting processes are handed the lock in their order, with a hash tag in the name and without
--FILE--
<?php
$set = ClusterSet::shared();
foreach (['order' => 4, '{tag}' => 2] as $hint => $count) {
    $name = Check::unique($hint);
    $lock = new RedisMutexLock($set->config());
    $key = "lock:$name";
    $queue = new Queue($set->nodeOf($key), $name, $set->config());
    Check::same($set->slotOf($key), $set->slotOf($queue->key), "$hint: the queue is in the slot of the lock");
    Check::true($lock->lock($name, 0, 60), "$hint: lock");
    $waiters = [];
    while (count($waiters) < $count) {
        $waiters[] = $queue->waiter();
    }
    $tokens = $queue->tokens();
    Check::true($lock->unlock($name), "$hint: unlock");
    foreach ($waiters as $i => $waiter) {
        $waiter->expect('granted', 20);
        Check::same($tokens[$i], $queue->holder(), "$hint: waiter $i");
        $waiter->tell('unlock');
        $waiter->expect('released');
        $waiter->tell('end');
        $waiter->finish();
    }
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
