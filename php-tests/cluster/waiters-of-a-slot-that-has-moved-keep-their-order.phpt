--TEST--
In a Cluster a slot moves while processes sleep in its queue: afterwards they are handed the lock in their order
--FILE--
<?php
$set = ClusterSet::shared();
foreach ([false, true] as $fencing) {
    $name = Check::unique('moved');
    $config = $set->config(['fencing' => $fencing]);
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock($name, 0, 60), 'lock');
    $old = new Queue($set->nodeOf("lock:$name"), $name, $config);
    $waiters = [$old->waiter(), $old->waiter(), $old->waiter()];
    $tokens = $old->tokens();
    $move = $set->moving("lock:$name");
    $move->begin();
    do {
        array_map($move->move(...), $move->keys(false));
    } while (!$move->end());
    $queue = new Queue($set->nodeOf("lock:$name"), $name, $config);
    // They ask the new master.
    foreach ($tokens as $token) {
        $seen = $queue->seen($token);
        Check::eventually(static fn (): bool => $queue->seen($token) > $seen, 20, 'a waiter is seen');
    }
    Check::same($tokens, $queue->tokens(), 'the order');
    Check::true($lock->unlock($name), 'unlock');
    $fence = 0;
    foreach ($waiters as $i => $waiter) {
        $waiter->expect('granted', 20);
        Check::same($tokens[$i], $queue->holder(), "waiter $i");
        $waiter->tell('fence');
        $last = $fence;
        $fence = (int) $waiter->line();
        Check::true(!$fencing || $fence > $last, 'the fence is greater');
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
