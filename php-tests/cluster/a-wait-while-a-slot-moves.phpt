--TEST--
In a Cluster a wait that begins in a slot that moves gets the lock when the holder releases it, before the move ends
--FILE--
<?php
$set = ClusterSet::shared();
foreach ([false, true] as $atTarget) {
    $where = $atTarget ? 'lock at target' : 'lock at source';
    $name = Check::unique('wait');
    $lock = new RedisMutexLock($set->config());
    Check::true($lock->lock($name, 0, 60), "$where: lock");
    $move = $set->moving("lock:$name");
    $move->begin();
    $atTarget && $move->move("lock:$name");
    $waiters = [];
    for ($i = 0; $i < 2; $i++) {
        $waiters[] = Holder::waiting($name, $set->config(['retry_for' => 60]));
    }
    // They ask in vain for longer than a slice.
    usleep(1_200_000);
    foreach ($waiters as $waiter) {
        Check::same(false, $waiter->worker->spoke(), "$where: it waits");
    }
    Check::true($lock->unlock($name), "$where: unlock");
    while ($waiters !== []) {
        Check::eventually(function () use ($waiters, &$granted): bool {
            $granted = array_filter($waiters, static fn (Holder $waiter): bool => $waiter->worker->spoke());

            return $granted !== [];
        }, 20, "$where: a waiter gets the lock");
        Check::same(1, count($granted), "$where: owners at once");
        $number = array_key_first($granted);
        $waiters[$number]->worker->expect('held');
        Check::true($waiters[$number]->ask('$lock->isLocking($name) && $lock->unlock($name)'), "$where: unlock of a waiter");
        $waiters[$number]->finish();
        unset($waiters[$number]);
    }
    Check::true($move->end() || array_map($move->move(...), $move->keys(false)) && $move->end(), "$where: the move ends");
}
echo 'done';
?>
--EXPECT--
done
