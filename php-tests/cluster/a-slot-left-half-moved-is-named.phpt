--TEST--
In a Cluster a free lock in a slot that was left half moved is an exception, which says how to mend it; every question about a lock has its answer
--FILE--
<?php
$set = ClusterSet::shared();
foreach ([false, true] as $fencing) {
    $part = Check::unique('half');
    [$held, $gone, $free] = ["{{$part}}held", "{{$part}}gone", "{{$part}}free"];
    $config = $set->config(['fencing' => $fencing, 'retry_for' => 1, 'command_timeout' => 4]);
    [$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
    Check::true($lock->lock($held, 0, 60) && $lock->lock($gone, 0, 60), 'lock');
    [$token, $former] = [$lock->token($held), $lock->token($gone)];
    $source = $set->nodeOf("lock:$held");
    $slot = $set->slotOf("lock:$held");
    $move = $set->moving("lock:$held");
    $move->begin();
    $move->source->call('DEL', "lock:$gone");
    $move->forget();

    // Nobody can create the key of a lock, so nobody gets it, with a wait or without one.
    foreach ([0, 1] as $timeout) {
        $began = hrtime(true);
        $message = Check::throws(RedisMutexLockUnavailableException::class, static fn () => $other->lock($free, $timeout))->getMessage();
        Check::between($timeout / 2, 20, (hrtime(true) - $began) / 1e9, "timeout $timeout: seconds");
        foreach ($timeout === 0 ? ["slot $slot was left half moved", "redis-cli --cluster fix 127.0.0.1:$source->port"] : [] as $words) {
            Check::true(str_contains($message, $words), 'fencing ' . (int) $fencing . ": $message");
        }
    }
    // A lock that does not exist is nobody's.
    foreach ([$free, $gone] as $name) {
        Check::same([false, null, null], [$other->isLocked($name), $other->owner($name), $other->remaining($name)], $name);
        Check::same([false, false], [$other->unlock($name, $former), $other->expire($name, 9, $former)], "$name: of a token");
        Check::same(false, $other->forceUnlock($name), "$name: forceUnlock");
    }
    Check::same([false, false], [$lock->isLocking($gone), $lock->unlock($gone)], 'a lock that is gone');
    // A lock that exists is what it was.
    Check::same([true, $token], [$other->isLocked($held), $other->owner($held)], 'a lock that is held');
    Check::true($lock->isLocking($held) && $lock->expire($held, 90), 'it can be lengthened');
    $row = array_map(static fn (array $row): array => [$row['name'], $row['owner'], $row['waiters']], $other->list("*$part*"));
    Check::same([[$held, $token, 0]], $row, 'list');
    Check::true($other->adopt($held, $lock->detach($held), 60), 'adopt');
    if (!$fencing) {
        Check::same([false, false], [$lock->lock($held), $lock->adopt($gone, $former, 60)], 'held by another; adopt of what is gone');
    }
    Check::true($other->unlock($held), 'unlock');

    $move->reset($part);
    Check::true($other->lock($free) && $other->unlock($free) && $other->lock($held) && $other->unlock($held), 'the slot is mended');
}
echo 'done';
?>
--EXPECT--
done
