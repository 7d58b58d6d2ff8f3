--TEST--
In a Cluster unlock in a slot that moves is true, wherever the lock and its queue are; the waiter gets the lock when the slot has moved, or before
--FILE--
<?php
$set = ClusterSet::shared();
foreach ([false, true] as $fencing) {
    $moves = [];
    foreach (['both at source' => [], 'lock at target' => ['lock'], 'queue at target' => ['queue'], 'both at target' => ['lock', 'queue']] as $case => $moved) {
        $case .= ', fencing ' . (int) $fencing;
        $name = Check::unique('split');
        $config = $set->config(['fencing' => $fencing]);
        $lock = new RedisMutexLock($config);
        Check::true($lock->lock($name, 0, 60), "$case: lock");
        $token = $lock->token($name);
        $queue = new Queue($set->nodeOf("lock:$name"), $name, $config);
        $waiter = $queue->waiter();
        $move = $set->moving("lock:$name");
        $move->begin();
        foreach ($moved as $key) {
            $move->move($key === 'lock' ? $queue->lock : $queue->key);
        }
        Check::true($lock->unlock($name), "$case: unlock");
        foreach ([false, true] as $atTarget) {
            try {
                Check::true($move->at($atTarget, 'GET', $queue->lock) !== $token, "$case: the lock is given away");
            } catch (Tests\RedisError) {
                // The source says ASK for a key that it does not have.
            }
        }
        $moves[] = [$case, $name, $config, $move, $waiter, $lock];
    }
    foreach ($moves as [$case, $name, $config, $move, $waiter]) {
        do {
            array_map($move->move(...), $move->keys(false));
        } while (!$move->end());
        $waiter->expect('granted', 20);
        $waiter->tell('held');
        $waiter->expect('mine');
        $waiter->tell('unlock');
        $waiter->expect('released');
        $waiter->tell('end');
        $waiter->finish();
        (new Queue($set->nodeOf("lock:$name"), $name, $config))->vanishes();
    }
}
echo 'done';
?>
--EXPECT--
done
