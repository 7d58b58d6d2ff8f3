--TEST--
In a Cluster with min_replicas a lock that the replica does not get is given back, and other nodes go on
--FILE--
<?php
$set = ClusterSet::start();
[$master, $other] = $set->masters();
$lock = new RedisMutexLock($set->config(['min_replicas' => 1, 'command_timeout' => 4]));
Check::true($lock->lock($before = $set->name('before', $master), 0, 60), 'a lock that the replica gets');
$set->replicaOf($master)->pause();
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($set->name('alone', $master), 0, 60))->getMessage();
foreach (["127.0.0.1:$master->port", '0 of 1 replicas have it', 'was given back'] as $words) {
    Check::true(str_contains($message, $words), $message);
}
Check::same(["lock:$before"], $set->keys(), 'locks');
Check::true($lock->lock($name = $set->name('elsewhere', $other)) && $lock->unlock($name), 'a pair at another node');
Check::true($lock->unlock($before), 'unlock needs no replica');
echo 'done';
?>
--EXPECT--
done
