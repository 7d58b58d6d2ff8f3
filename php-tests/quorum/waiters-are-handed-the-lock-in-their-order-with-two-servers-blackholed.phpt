--TEST--
Over five servers, two of them behind a network that loses everything, waiting processes are handed the lock in the order of their arrival
--FILE--
<?php
$set = QuorumSet::behindRelays();
$set->blackhole(1, 2);
$lock = new RedisMutexLock($set->config(['command_timeout' => 5]));
foreach (['a', 'b'] as $name) {
    Check::true($lock->lock($name, 0, 600), 'lock');
    $queue = $set->queue($name, ['command_timeout' => 5]);
    $waiters = [];
    for ($i = 0; $i < 8; $i++) {
        $waiters[] = $queue->waiter();
    }
    Check::same(8, count($tokens = $queue->tokens()), 'all wait');
    $queue->sleep(8);
    Check::true($lock->unlock($name), 'unlock');
    foreach ($waiters as $i => $waiter) {
        $waiter->expect('granted', 30);
        $has = count(array_keys($set->holders($name), $tokens[$i], true));
        Check::between($set->needed(), 5, $has, "servers at which waiter $i has the lock");
        Check::same($tokens[$i], $lock->owner($name), "waiter $i");
        $waiter->tell('held');
        $waiter->expect('mine', 30);
        $waiter->tell('unlock');
        $waiter->expect('released', 30);
    }
    foreach ($waiters as $waiter) {
        $waiter->tell('end');
        $waiter->finish(30);
    }
}
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
