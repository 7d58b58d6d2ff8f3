--TEST--
In a Cluster a slot moves under a kept connection: each call follows at once, with its lock and its token, and a lease is renewed at the new master
--FILE--
<?php
$set = ClusterSet::shared();
$lock = new RedisMutexLock($set->config(['fencing' => true]));
$other = new RedisMutexLock($set->config());
$calls = [
    'isLocking' => fn (string $name) => $lock->isLocking($name),
    'isLocked' => fn (string $name) => $other->isLocked($name),
    'owner' => fn (string $name) => $other->owner($name) === $lock->token($name),
    'lock of another' => fn (string $name) => !$other->lock($name),
    'expire' => fn (string $name) => $lock->expire($name, 60),
    'unlock' => fn (string $name) => $lock->unlock($name) && !$other->isLocked($name),
    'unlockAll' => fn (string $name) => $lock->unlockAll() && !$other->isLocked($name),
    'forceUnlock' => fn (string $name) => $other->forceUnlock($name) && !$lock->isLocking($name),
    'adopt' => fn (string $name) => $lock->adopt($name, $lock->detach($name), 60),
    'lock anew' => fn (string $name) => $lock->unlock($name) && $other->lock($name) && $other->unlock($name),
];
foreach ($calls as $what => $call) {
    $name = Check::unique(strtr($what, ' ', '-'));
    Check::true($lock->lock($name, 0, 60), "$what: lock");
    $from = $set->nodeOf("lock:$name");
    $move = $set->moving("lock:$name");
    $move->begin();
    array_map($move->move(...), $move->keys(false));
    Check::true($move->end(), "$what: the slot moves");
    Check::true($set->nodeOf("lock:$name") !== $from, "$what: it has moved");
    Check::true($call($name), $what);
    $lock->unlock($name);
    Check::same([], preg_grep('/:fence:/', $set->keys("lock:$name*"), PREG_GREP_INVERT), "$what: what is left");
}
$name = Check::unique('renewed');
$holder = Holder::of($name, $set->config(['lease' => 3]));
$move = $set->moving("lock:$name");
$move->begin();
array_map($move->move(...), $move->keys(false));
Check::true($move->end(), 'the slot moves');
$redis = $set->nodeOf("lock:$name")->client();
for ($i = 0; $i < 4; $i++) {
    $left = $redis->call('PTTL', "lock:$name");
    Check::eventually(function () use ($redis, $name, &$left): bool {
        $before = $left;
        $left = $redis->call('PTTL', "lock:$name");

        return $left > $before;
    }, 10, "renewal $i");
}
Check::same([true, 0], $holder->ask('[$lock->isLocking($name), RedisMutexLock::stats()["lost"]]'), 'held, lost');
Check::true($holder->ask('$lock->unlock($name)'), 'unlock');
$holder->finish();
echo 'done';
?>
--EXPECT--
done
