--TEST--
Without the replica expire() and adopt() throw and take nothing back; asked again they are true
--FILE--
<?php
$pair = new Replication();
$proxy = Proxy::to($pair->master);
$unavailable = RedisMutexLockUnavailableException::class;
$lock = new RedisMutexLock($pair->config(['port' => $proxy->port]));
Check::true($lock->lock('a', 0, 60), 'lock');
$few = ['command' => 'WAIT', 'do' => 'answer', 'bytes' => ":0\r\n"];
$count = static fn (string $script): int => count(array_filter(
    $proxy->log(),
    static fn (array $seen): bool => in_array(Script::sha($script), $seen['words'], true),
));

// The lesser of the old and the new lifetime counts.
$proxy->rule($few);
$held = 'min_replicas; the lock may be held until its lease ends';
Check::throws($unavailable, fn () => $lock->expire('a', 600), "0 of 1 replicas have it: connect the replicas, or lower $held");
Check::between(2, 3, $count('expire'), 'it was asked twice');
Check::between(1, 60, $lock->remaining('a'), 'seconds after a longer lifetime');
Check::between(500_000, 600_000, $pair->master->client()->call('PTTL', 'lock:a'), 'milliseconds at the master');
Check::throws($unavailable, fn () => $lock->expire('a', 30), '0 of 1 replicas have it');
Check::between(1, 30, $lock->remaining('a'), 'seconds after a shorter lifetime');
$proxy->clear();
Check::true($lock->expire('a', 600), 'expire again');
Check::between(500, 600, $lock->remaining('a'), 'seconds');
// One time too few, and the second time enough.
$proxy->rule($few + ['nth' => 1]);
Check::true($lock->expire('a', 300), 'the second answer counts');

$token = $lock->detach('a');
$proxy->clear();
$proxy->rule($few);
$other = new RedisMutexLock($pair->config(['port' => $proxy->port]));
Check::throws($unavailable, fn () => $other->adopt('a', $token, 60), '0 of 1 replicas have it');
Check::same([], $other->held(), 'held');
Check::true($pair->master->client()->call('GET', 'lock:a') !== $token, 'the master has adopted it');
$proxy->clear();
Check::true($other->adopt('a', $token, 60), 'adopt again, of the same old token');
Check::same($other->token('a'), $pair->copy('lock:a'), 'what the replica has');
Check::true($other->unlock('a'), 'unlock');
echo 'done';
?>
--EXPECT--
done
