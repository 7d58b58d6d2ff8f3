--TEST--
In a Cluster fencing of a name without a place for its counter is an exception before anything is sent
--FILE--
<?php
$set = ClusterSet::shared();
$proxy = Proxy::to($set->masters()[0]);
$lock = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$proxy->port"], 'fencing' => true]));
foreach (['a{', '{a', '{}a', 'a}', '}{', "a{\0"] as $name) {
    foreach ([0, 5, null] as $timeout) {
        $message = Check::throws(RedisMutexLockException::class, fn () => $lock->lock($name, $timeout))->getMessage();
        Check::true(str_contains($message, 'fencing'), $message);
    }
    Check::throws(RedisMutexLockException::class, fn () => $lock->adopt($name, 'x'), 'fencing');
    Check::throws(RedisMutexLockException::class, fn () => $lock->synchronized($name, fn () => 1), 'fencing');
}
Check::same(0, $proxy->accepted(), 'connections');
$lock = new RedisMutexLock($set->config(['fencing' => true]));
foreach (['a', '{a}', 'a{b}c'] as $name) {
    $name = Check::unique($name);
    Check::true($lock->lock($name) && $lock->fence($name) > 0 && $lock->unlock($name), "$name is fenced");
}
echo 'done';
?>
--EXPECT--
done
