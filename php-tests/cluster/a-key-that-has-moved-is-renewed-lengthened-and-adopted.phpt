--TEST--
In a Cluster a lock whose key has moved before its slot: it is renewed, asked for, lengthened, adopted and released
--FILE--
<?php
$set = ClusterSet::shared();
foreach ([false, true] as $fencing) {
    $config = $set->config(['fencing' => $fencing]);
    $name = Check::unique('moved');
    $holder = Holder::of($name, ['lease' => 3] + $config);
    $token = $holder->ask('$lock->token($name)');
    $move = $set->moving("lock:$name");
    $move->begin();
    array_map($move->move(...), $move->keys(false));
    for ($i = 0; $i < 3; $i++) {
        $left = $move->at(true, 'PTTL', "lock:$name");
        Check::eventually(function () use ($move, $name, &$left): bool {
            $before = $left;
            $left = $move->at(true, 'PTTL', "lock:$name");

            return $left > $before;
        }, 10, "renewal $i");
    }
    Check::same($token, $move->at(true, 'GET', "lock:$name"), 'the same token');
    Check::same([true, 0], $holder->ask('[$lock->isLocking($name), RedisMutexLock::stats()["lost"]]'), 'held, lost');
    Check::true($holder->ask('$lock->expire($name, 60)'), 'expire');
    Check::between(30_000, 60_000, $move->at(true, 'PTTL', "lock:$name"), 'its new lifetime');
    $token = $holder->ask('$lock->detach($name)');
    $holder->finish();
    $lock = new RedisMutexLock($config);
    Check::same($token, $lock->owner($name), 'the lock lives on');
    Check::true($lock->adopt($name, $token, 60), 'adopt');
    Check::same($lock->token($name), $move->at(true, 'GET', "lock:$name"), 'whose it is');
    Check::true($lock->unlock($name), 'unlock');
    Check::same(0, $move->at(true, 'EXISTS', "lock:$name"), 'it is free');
    $move->reset($name);
}
echo 'done';
?>
--EXPECT--
done
