--TEST--
A seed that is a Redis of no Cluster grants nothing: its data are no part of the Cluster
--FILE--
<?php
$set = ClusterSet::shared();
$plain = RedisServer::start();
$node = $set->masters()[0];
$name = Check::unique('plain');
// Another process has it, in the Cluster.
$holder = new RedisMutexLock($set->config());
Check::true($holder->lock($name, 0, 60), 'lock');
$both = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$plain->port", "127.0.0.1:$node->port"]]));
try {
    Check::same(false, $both->lock($name, 0, 60), 'a lock that is held');
} catch (RedisMutexLockUnavailableException) {
    // This says nothing wrong either.
}
$alone = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$plain->port"]]));
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $alone->lock($name, 0, 60))->getMessage();
Check::true(str_contains($message, "127.0.0.1:$plain->port"), "it names the server: $message");
Check::same([], $plain->client()->call('KEYS', 'lock:*'), 'what is left at the plain server');
Check::true($holder->unlock($name), 'unlock');
echo 'done';
?>
--EXPECT--
done
