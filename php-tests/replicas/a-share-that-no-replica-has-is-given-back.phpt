--TEST--
Without its replica a share is not granted and is given back, and no renewal of another one lengthens it, until the replica is back
--FILE--
<?php
$unavailable = RedisMutexLockUnavailableException::class;
$pair = new Replication();
$redis = $pair->master->client();
$replica = $pair->replicas[0];
$lost = [];
$kept = new RedisMutexLock($pair->config(['lease' => 6]));
$kept->onLost(function (string $name) use (&$lost): void {
    $lost[] = $name;
});
Check::true($kept->lockShared('a', 0, null), 'one that is renewed');
$token = $kept->token('a');
$lock = new RedisMutexLock($pair->config(['command_timeout' => 1]));

$replica->pause();
$failed = RedisMutexLock::stats()['renewal_errors'];
$began = hrtime(true);
$moved = Stats::moved(function () use ($unavailable, $lock): void {
    $message = '/ executed the command, but (0 of 1 replicas have it|WAIT had no answer within \d+ ms): '
        . 'connect the replicas, or lower min_replicas; the lock was given back$/';
    Check::throws($unavailable, fn () => $lock->lockShared('a', 0, 60), $message);
    Check::throws($unavailable, fn () => $lock->lockShared('b', 0, 60), $message);
});
// A command timeout each. The rest is for a busy machine.
Check::between(0, 6, (hrtime(true) - $began) / 1e9, 'seconds');
Check::same(0, $moved['acquired'] ?? 0, 'shares that count as acquired');
Check::same([[], null, false], [$lock->held(), $lock->token('a'), $lock->isLocking('a')], 'what it holds');
Check::same([[$token], 0], [$redis->call('ZRANGE', 'lock:a', 0, -1), $redis->call('EXISTS', 'lock:b')], 'what is left');

// The master executes the renewals, and they do not count.
Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewal_errors'] > $failed, 20, 'a renewal fails');
$last = $kept->remaining('a');
Check::eventually(function () use ($kept, &$last): bool {
    $left = $kept->remaining('a');
    Check::true($left !== null && $left <= $last, 'nothing lengthens it');

    return ($last = $left) < 2.5;
}, 20, 'it runs down');
$replica->resume();
Check::eventually(static fn (): bool => $kept->remaining('a') > 3.5, 20, 'it is renewed again');
$pair->synchronise();
Check::same([[], true, $token], [$lost, $kept->isLocking('a'), $kept->token('a')], 'it lives on');
Check::same([$token], $replica->client()->call('ZRANGE', 'lock:a', 0, -1), 'what the replica has');
// A command timeout of its own, because a busy replica may be late.
$patient = new RedisMutexLock($pair->config());
Check::true($patient->lockShared('a', 0, 60), 'granted again');
Check::same(2, $replica->client()->call('ZCARD', 'lock:a'), 'shares at the replica');
Check::true($patient->unlock('a') && $kept->unlock('a'), 'released');
Check::same([], $pair->locks(), 'keys that are left');
echo 'done';
?>
--EXPECT--
done
