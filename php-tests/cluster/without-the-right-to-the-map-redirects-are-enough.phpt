--TEST--
In a Cluster a user without the right to CLUSTER SLOTS locks by redirects alone
--FILE--
<?php
$set = ClusterSet::shared();
$user = Check::unique('user');
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'SETUSER', $user, 'on', '>secret', '~lock:*', '+@all', '-cluster');
}
$lock = new RedisMutexLock($set->config(['username' => $user, 'password' => 'secret']));
foreach ([1, 2] as $round) {
    foreach ($set->masters() as $master) {
        $name = $set->name('redirected', $master);
        Check::true($lock->lock($name, 0, 60), "round $round: lock");
        Check::same($lock->token($name), $master->client()->call('GET', "lock:$name"), "round $round: at the master");
        Check::true($lock->unlock($name), "round $round: unlock");
    }
}
$name = $set->name('renewed', $set->masters()[0]);
Check::true($lock->lock($name, 0, null) && $lock->isLocking($name) && $lock->unlock($name), 'again');
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'DELUSER', $user);
}
echo 'done';
?>
--EXPECT--
done
