--TEST--
After a failover the new master is not asked to end connections of the old one; the old one is, when it is the master again
--FILE--
<?php
[$old, $new] = [RedisServer::start(), RedisServer::start()];
[$toOld, $toNew] = [Proxy::to($old), Proxy::to($new)];
$sentinel = FakeSentinel::naming($toOld);
$lock = new RedisMutexLock(SentinelSet::asking([$sentinel], ['command_timeout' => 1]));
Check::same(false, $lock->isLocked('a'), 'connected');
// The request reaches the server long after the client has given up.
foreach (['SET', 'EVALSHA', 'EVAL'] as $command) {
    $toOld->rule(['command' => $command, 'times' => 1, 'do' => 'ghost', 'ms' => 6_000, 'stall' => true]);
}
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 0, 60));
$gaveUp = hrtime(true);
$toOld->clear();
$kills = static fn (Proxy $proxy): int => $proxy->count('CLIENT KILL');
$killedBefore = $kills($toOld);

$sentinel->name($toNew);
$toOld->drop();
Check::true($lock->lock('b', 0, 60), 'lock at the new master');
Check::same(0, $kills($toNew), 'what the new master was asked to end');

$sentinel->name($toOld);
$toNew->drop();
Check::same(false, $lock->isLocked('c'), 'asked at the old master');
Check::true($kills($toOld) > $killedBefore, 'the old master is asked to end its connection');
// Until then the late request would have reached the server.
usleep(max(0, 6_500_000 - intdiv(hrtime(true) - $gaveUp, 1000)));
Check::same([], $old->client()->call('KEYS', 'lock:a'), 'no late request');
echo 'done';
?>
--EXPECT--
done
