--TEST--
A call for several names or for a share that waits without limit for a lock which this process renews is refused, and keeps nothing
--FILE--
<?php
$server = RedisServer::shared();
[$free, $own] = [Check::unique('free'), Check::unique('own')];
$holder = new RedisMutexLock($server->url());
$waiter = new RedisMutexLock($server->url());
Check::true($holder->lock($own, 0, null), 'held and renewed');
$calls = [
    'lockAll' => static fn () => $waiter->lockAll([$free, $own], null, 60),
    'synchronizedAll' => static fn () => $waiter->synchronizedAll([$free, $own], static fn () => 1, null),
    'lockShared' => static fn () => $waiter->lockShared($own, null, 60),
    'synchronizedShared' => static fn () => $waiter->synchronizedShared($own, static fn () => 1, null),
];
foreach ($calls as $method => $call) {
    $thrown = Check::throws(RedisMutexLockException::class, $call, 'would never end');
    Check::true(str_starts_with($thrown->getMessage(), "RedisMutexLock::$method(): "), $thrown->getMessage());
    Check::same([[], 0], [$waiter->held(), $server->client()->call('EXISTS', "lock:$free")], "$method: what it keeps");
}
// With a timeout each of them waits and gives up.
Check::same([false, false], [$waiter->lockAll([$free, $own], 0.1, 60), $waiter->lockShared($own, 0.1, 60)], 'with a timeout');
Check::true($holder->unlock($own), 'the holder is not disturbed');
echo "done\n";
?>
--EXPECT--
done
