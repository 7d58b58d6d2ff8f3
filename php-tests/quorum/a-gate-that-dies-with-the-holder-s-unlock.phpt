--TEST--
The gate dies before the holder unlocks, and nobody has noticed: unlock is true, and a waiter gets the lock at the next gate
--FILE--
<?php
foreach (['kill', 'pause'] as $way) {
    $set = QuorumSet::start();
    $config = ['command_timeout' => 5];
    $lock = new RedisMutexLock($set->config($config));
    Check::true($lock->lock('a', 0, 600), "$way: lock");
    $set->agree('a', $lock->token('a'));
    $gate = $set->findGate('a');
    $queue = new Queue($set->servers()[$gate], 'a', $set->config($config));
    $waiters = [$queue->waiter(), $queue->waiter()];
    $queue->sleep(2);
    $set->$way($gate);
    Check::true($lock->unlock('a'), "$way: unlock");
    $got = [];
    foreach ($waiters as $ignored) {
        Check::eventually(static function () use ($waiters, &$got): bool {
            foreach ($waiters as $i => $waiter) {
                if (!in_array($i, $got, true) && $waiter->spoke()) {
                    $waiter->expect('granted');
                    $got[] = $i;

                    return true;
                }
            }

            return false;
        }, 20, "$way: a waiter gets it");
        $waiters[end($got)]->tell('unlock');
        $waiters[end($got)]->expect('released', 20);
    }
    foreach ($waiters as $waiter) {
        $waiter->tell('end');
        $waiter->finish(20);
    }
}
echo 'done';
?>
--EXPECT--
done
