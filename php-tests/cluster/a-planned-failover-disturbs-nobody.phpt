--TEST--
In a Cluster a master and its replica change places under kept connections: no call fails, a lease is renewed, a waiter gets the lock
--FILE--
<?php
$set = ClusterSet::start();
[$old] = $set->masters();
$config = $set->config(['command_timeout' => 10]);
$lock = new RedisMutexLock($config);
$held = $set->name('held', $old);
Check::true($lock->lock($held, 0, 600), 'lock');
$holder = Holder::of($set->name('renewed', $old), ['lease' => 12] + $config);
$name = $set->name('waited', $old);
$first = new RedisMutexLock($config);
Check::true($first->lock($name, 0, 600), 'lock');
$waiter = (new Queue($old, $name, $config))->waiter();
$new = $set->failOver($old);
$redis = $new->client();

$calls = [
    'isLocking' => fn () => $lock->isLocking($held),
    'expire' => fn () => $lock->expire($held, 300),
    'unlock' => fn () => $lock->unlock($held),
    'lock' => fn () => $lock->lock($held, 0, 60),
    'unlockAll' => fn () => $lock->unlockAll(),
    'unlock with a waiter' => fn () => $first->unlock($name),
];
foreach ($calls as $what => $call) {
    Check::true($call(), $what);
}
$waiter->expect('granted', 20);
$waiter->tell('unlock');
$waiter->expect('released');
$waiter->tell('end');
$waiter->finish();

$left = $redis->call('PTTL', "lock:$holder->name");
Check::eventually(function () use ($redis, $holder, &$left): bool {
    $before = $left;
    $left = $redis->call('PTTL', "lock:$holder->name");

    return $left > $before;
}, 40, 'a renewal at the new master');
Check::same([true, 0], $holder->ask('[$lock->isLocking($name), RedisMutexLock::stats()["lost"]]'), 'held, lost');
Check::true($holder->ask('$lock->unlock($name)'), 'unlock');
$holder->finish();
(new Queue($new, $name))->vanishes();
Check::same([], $set->keys(), 'what is left');
echo 'done';
?>
--EXPECT--
done
