--TEST--
A plain configuration that meets a node of a Cluster: the exception says that the server is a part of one, and names the setting
--FILE--
<?php
$set = ClusterSet::shared();
[$first, $second] = $set->masters();
$lock = new RedisMutexLock($first->config() + ['retry_for' => 60]);
$name = $set->name('elsewhere', $second);
foreach ([0, null] as $timeout) {
    $began = hrtime(true);
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, $timeout))->getMessage();
    Check::between(0, 30, (hrtime(true) - $began) / 1e9, 'seconds');
    foreach (["127.0.0.1:$first->port", 'MOVED', 'part of a Redis Cluster', '"cluster"'] as $words) {
        Check::true(str_contains($message, $words), "'$words' stands in: $message");
    }
}
echo 'done';
?>
--EXPECT--
done
