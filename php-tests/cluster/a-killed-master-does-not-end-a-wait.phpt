--TEST--
In a Cluster a master is killed: a wait with a long retry_for goes on at the promoted replica, other nodes are not disturbed, and the message names the node
--FILE--
<?php
// By default the whole Cluster is down while a slot has no master.
$set = ClusterSet::start(['cluster-require-full-coverage' => 'no']);
[$lost, $other] = $set->masters();
$config = $set->config(['command_timeout' => 4]);
// The holder is another program: it hands nothing over, and its key ends by itself.
$name = $set->name('waited', $lost);
$lost->client()->call('SET', "lock:$name", 'other', 'PX', 120_000);
$queue = new Queue($lost, $name, $set->config());
$waiters = [$queue->waiter(sleep: 100_000), $queue->waiter(sleep: 100_000)];
$elsewhere = Holder::of($set->name('elsewhere', $other), ['lease' => 12] + $config);
$kept = new RedisMutexLock($config);
$pair = $set->name('pair', $lost);
Check::true($kept->lock($pair) && $kept->unlock($pair), 'a pair');
$renewed = static fn (): int => $elsewhere->ask('RedisMutexLock::stats()["renewed"]', 20);
$before = $renewed();
$set->kill($lost);
foreach (['kept' => $kept, 'new' => new RedisMutexLock(['name' => 'new'] + $config)] as $what => $lock) {
    $free = $set->name("$what-elsewhere", $other);
    Check::true($lock->lock($free) && $lock->unlock($free), "$what: a pair at another node");
}
$began = hrtime(true);
try {
    // Another node may be the master already.
    Check::true($kept->lock($pair) && $kept->unlock($pair), 'a pair');
} catch (RedisMutexLockUnavailableException $thrown) {
    Check::true(str_contains($thrown->getMessage(), "127.0.0.1:$lost->port") || str_contains($thrown->getMessage(), 'CLUSTERDOWN'), $thrown->getMessage());
}
Check::between(0, 10, (hrtime(true) - $began) / 1e9, 'seconds');
Check::true(@(new RedisMutexLock(['retry_for' => 60] + $config))->lock($pair, 60), 'a lock with a long retry_for');
$new = $set->promoted($lost);
Check::true($new->client()->call('GET', "lock:$name") === 'other', 'the new master has the holder');
Check::eventually(static fn (): bool => $renewed() > $before, 30, 'a lease at another node is renewed');
Check::same([true, 0], $elsewhere->ask('[$lock->isLocking($name), RedisMutexLock::stats()["lost"]]', 20), 'a lease at another node: held, lost');
$queue = new Queue($new, $name, $set->config());
$queue->reaches(2);
$new->client()->call('DEL', "lock:$name");
while ($waiters !== []) {
    Check::eventually(function () use ($waiters, &$granted): bool {
        $granted = array_filter($waiters, static fn ($waiter): bool => $waiter->spoke());

        return $granted !== [];
    }, 30, 'a waiter gets the lock');
    Check::same(1, count($granted), 'owners at once');
    $number = array_key_first($granted);
    $waiters[$number]->expect('granted');
    $waiters[$number]->tell('unlock');
    $waiters[$number]->expect('released', 30);
    $waiters[$number]->tell('end');
    $waiters[$number]->finish();
    unset($waiters[$number]);
}
$queue->vanishes();
Check::true($elsewhere->ask('$lock->unlock($name)'), 'unlock');
$elsewhere->finish();
echo 'done';
?>
--EXPECT--
done
