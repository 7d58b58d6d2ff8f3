--TEST--
Behind Sentinel a wait without limit for a lock that another object of the process renews is refused, with other timeouts and sentinels too
--FILE--
<?php
$set = SentinelSet::shared();
$name = Check::unique('oneself');
$one = new RedisMutexLock($set->config());
Check::true($one->lock($name, 0, null), 'a renewed lock');
$sentinels = $set->sentinels();
$others = [
    'another timeout' => $set->config(['command_timeout' => 7]),
    'the sentinels in another order' => SentinelSet::asking(array_reverse($sentinels)),
    'fewer sentinels' => SentinelSet::asking([$sentinels[1]]),
];
foreach ($others as $what => $config) {
    $other = new RedisMutexLock($config);
    $refused = Check::throws(RedisMutexLockException::class, fn () => $other->lock($name, null));
    Check::true(str_contains($refused->getMessage(), 'another object of this process'), "$what: {$refused->getMessage()}");
}
Check::true($one->unlock($name), 'unlock');
echo 'done';
?>
--EXPECT--
done
