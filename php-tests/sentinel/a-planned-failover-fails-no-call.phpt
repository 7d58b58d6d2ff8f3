--TEST--
A planned failover: kept connections go on at the new master, waiters keep their order, leases are renewed, and no call with time left fails
--FILE--
<?php
$set = SentinelSet::start();
// On a busy machine it takes seconds until both replicas follow a new master. No renewal counts before that.
$lock = new RedisMutexLock($set->config(['lease' => 24, 'min_replicas' => 2, 'command_timeout' => 10, 'retry_for' => 60]));
foreach (['handed over', 'released', 'lengthened', 'detached'] as $name) {
    Check::true($lock->lock($name, 0, 600), "lock of what is $name");
}
Check::true($lock->lock('renewed', 0, null), 'lock of what is renewed');
$detached = $lock->detach('detached');
$queue = new Queue($set->master(), 'handed over', $set->config());
$waiters = [];
for ($i = 0; $i < 3; $i++) {
    $waiters[] = $queue->waiter();
}
$order = $queue->tokens();

$new = $set->failOver();

$queue = new Queue($new, 'handed over', $set->config());
$queue->sleep(3);
Check::same($order, $queue->tokens(), 'who waits');
$before = RedisMutexLock::stats();
// All replicas have to follow the new master again before min_replicas can be reached.
Check::true($lock->lock('waited for', 30, 600), 'a lock that may wait');
foreach ([
    'released' => fn () => $lock->unlock('released'),
    'lengthened' => fn () => $lock->expire('lengthened', 900),
    'adopted' => fn () => $lock->adopt('detached', $detached, 900),
    'handed over' => fn () => $lock->unlock('handed over'),
] as $what => $call) {
    Check::true($call(), "what is $what");
}
$redis = $new->client();
Check::between(800_000, 900_000, $redis->call('PTTL', 'lock:lengthened'), 'its lifetime');
Check::same($lock->token('detached'), $redis->call('GET', 'lock:detached'), 'whose it is');
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted', 30);
    Check::same($order[$i], $queue->holder(), "waiter $i");
    $waiter->tell('unlock');
    $waiter->expect('released', 30);
    $waiter->tell('end');
    $waiter->finish();
}
Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewed'] > $before['renewed'], 30, 'renewal goes on');
Check::true($lock->isLocking('renewed'), 'the renewed lock is held');
Check::same(0, RedisMutexLock::stats()['lost'], 'what was lost');
Check::true($lock->unlockAll(), 'unlockAll');
$queue->vanishes();
Check::same([], $set->keys(), 'what is left');
echo 'done';
?>
--EXPECT--
done
