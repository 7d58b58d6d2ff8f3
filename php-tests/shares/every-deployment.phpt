--TEST--
Behind Sentinel, in a Cluster and with min_replicas shares hold as on one server, and over independent servers they are refused
--FILE--
<?php
foreach (['Sentinel' => SentinelSet::shared()->config(), 'Cluster' => ClusterSet::shared()->config()] as $what => $config) {
    $name = Check::unique('shared');
    [$a, $b, $c] = array_map(static fn (): RedisMutexLock => new RedisMutexLock($config), range(0, 2));
    Check::same([true, true, false], [$a->lockShared($name, 5, 30, limit: 2), $b->lockShared($name, 5, null, limit: 2), $c->lockShared($name, 0.1, 30, limit: 2)], $what);
    Check::same([false, true, true], [$c->lock($name), $a->unlock($name), $c->lockShared($name, 5, 30, limit: 2)], $what);
    Check::true($b->unlock($name) && $c->unlock($name) && $a->lock($name, 5) && $a->unlock($name), $what);
}
// A name without companions in its slot is shared by looks.
$config = ClusterSet::shared()->config();
$name = Check::unique('{x');
[$a, $b] = [new RedisMutexLock($config), new RedisMutexLock($config)];
Check::same([true, true, false], [$a->lockShared($name, 1, 30), $b->lockShared($name, 1, 30), $a->lock($name)], 'no queue');
Check::true($a->unlock($name) && $b->unlock($name) && $a->lock($name) && $a->unlock($name), 'no queue, released');
$quorum = QuorumSet::shared()->config();
$lock = new RedisMutexLock($quorum);
$name = Check::unique('refused');
$thrown = Check::throws(RedisMutexLockException::class, static fn () => $lock->lockShared($name));
Check::same('RedisMutexLock::lockShared(): lockShared() works with one server, Sentinel or a Cluster: independent servers cannot count shares', $thrown->getMessage(), 'message');
Check::throws(RedisMutexLockException::class, static fn () => $lock->synchronizedShared($name, static fn () => 1), 'independent servers cannot count shares');
echo "done\n";
?>
--EXPECT--
done
