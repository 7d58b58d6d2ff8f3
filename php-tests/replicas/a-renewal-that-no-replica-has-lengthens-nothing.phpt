--TEST--
While the replica is stopped no renewal lengthens the lease; back in time, the lease lives on; too late, it is lost and reported
--FILE--
<?php
$pair = new Replication();
$redis = $pair->master->client();
$lock = new RedisMutexLock($pair->config(['lease' => 4]));
$lost = [];
$lock->onLost(function (string $name) use (&$lost): void {
    $lost[] = $name;
});
$replica = $pair->replicas[0];
for ($i = 0; $i < 3; $i++) {
    Check::true($lock->lock("a$i", 0, null), 'lock');
}
$token = $lock->token('a0');

// Back in time.
$replica->pause();
// Renewals before the first failure may have had the replica.
$failed = RedisMutexLock::stats()['renewal_errors'];
Check::eventually(fn (): bool => RedisMutexLock::stats()['renewal_errors'] > $failed, 20, 'a renewal fails');
$last = $lock->remaining('a0');
$atMaster = 0;
Check::eventually(function () use ($lock, $redis, &$last, &$atMaster): bool {
    $left = $lock->remaining('a0');
    Check::true($left !== null && $left <= $last, 'nothing lengthens it');
    $last = $left;
    $atMaster = max($atMaster, $redis->call('PTTL', 'lock:a0') - (int) ($left * 1000));

    return $left < 1.2;
}, 20, 'it runs out');
// The master has executed them.
Check::between(1_000, 4_000, $atMaster, 'milliseconds that the master gave it and that do not count');
$replica->resume();
Check::eventually(fn (): bool => $lock->remaining('a0') > 2.5, 20, 'it is renewed again');
Check::same([[], true, $token], [$lost, $lock->isLocking('a0'), $lock->token('a0')], 'it lives on');
Check::same($token, $pair->copy('lock:a0'), 'what the replica has');

// Too late.
$replica->pause();
Check::eventually(function () use (&$lost): bool {
    return count($lost) === 3;
}, 20, 'the losses are reported');
Check::same([false, [], null], [$lock->isLocking('a0'), $lock->held(), $lock->token('a0')], 'lost');
sort($lost);
Check::same(['a0', 'a1', 'a2'], $lost, 'what is lost');
$replica->resume();
$pair->synchronise();
Check::same([false, null], [$lock->unlock('a0'), $lock->remaining('a0')], 'it stays lost');
Check::eventually(fn (): bool => $pair->locks() === [], 20, 'the master has nothing left');
echo 'done';
?>
--EXPECT--
done
