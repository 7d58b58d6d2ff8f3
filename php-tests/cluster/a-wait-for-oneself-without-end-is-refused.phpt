--TEST--
In a Cluster a wait without limit for a lock that another object of the process renews is refused, with other timeouts and seeds too
--FILE--
<?php
$set = ClusterSet::shared();
$name = Check::unique('oneself');
$one = new RedisMutexLock($set->config());
Check::true($one->lock($name, 0, null), 'a renewed lock');
$seeds = $set->config()['cluster'];
$others = [
    'another timeout' => $set->config(['command_timeout' => 7]),
    'the seeds in another order' => ['cluster' => array_reverse($seeds)] + $set->config(),
    'fewer seeds' => ['cluster' => [$seeds[1]]] + $set->config(),
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
