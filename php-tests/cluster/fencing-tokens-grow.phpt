--TEST--
In a Cluster each new owner has a greater fencing token, also through hand-overs
--FILE--
<?php
$set = ClusterSet::shared();
$config = $set->config(['fencing' => true]);
foreach (['fenced', '{fenced}'] as $hint) {
    $name = Check::unique($hint);
    $last = 0;
    for ($i = 0; $i < 3; $i++) {
        $lock = new RedisMutexLock($config);
        Check::true($lock->lock($name, 0, 60), 'lock');
        Check::true($lock->fence($name) > $last, 'the fence is greater');
        $last = $lock->fence($name);
        $i < 2 && Check::true($lock->unlock($name), 'unlock');
    }
    $queue = new Queue($set->nodeOf("lock:$name"), $name, $config);
    $waiters = [$queue->waiter(), $queue->waiter()];
    Check::true($lock->unlock($name), 'unlock');
    foreach ($waiters as $waiter) {
        $waiter->expect('granted', 20);
        $waiter->tell('fence');
        $fence = (int) $waiter->line();
        Check::true($fence > $last, 'the fence of a waiter is greater');
        $last = $fence;
        $waiter->tell('unlock');
        $waiter->expect('released');
        $waiter->tell('end');
        $waiter->finish();
    }
}
echo 'done';
?>
--EXPECT--
done
