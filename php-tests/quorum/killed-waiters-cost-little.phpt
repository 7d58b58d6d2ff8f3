--TEST--
Over five servers the first waiters of a queue are killed: the next living one gets the lock soon after the unlock
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('queue');
$lock = new RedisMutexLock($set->config());
Check::true($lock->lock($name, 0, 600), 'lock');
$queue = $set->queue($name);
$waiters = [];
for ($i = 0; $i < 5; $i++) {
    $waiters[] = $queue->waiter();
}
$tokens = $queue->tokens();
$queue->sleep(5);
foreach ([0, 1, 2] as $i) {
    $waiters[$i]->kill();
}
$began = hrtime(true);
Check::true($lock->unlock($name), 'unlock');
foreach ([3, 4] as $i) {
    $waiters[$i]->expect('granted', 30);
    Check::same($tokens[$i], $lock->owner($name), "waiter $i");
    // A claim of a second for each dead one, and the rest for a busy machine.
    Check::between(0, 3 * 1 + 10, (hrtime(true) - $began) / 1e9, 'seconds');
    $waiters[$i]->tell('unlock');
    $waiters[$i]->expect('released');
    $waiters[$i]->tell('end');
    $waiters[$i]->finish();
}
$set->vanishes("lock:$name*");
echo 'done';
?>
--EXPECT--
done
