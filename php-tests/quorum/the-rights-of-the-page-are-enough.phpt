--TEST--
The ACL lines of docs/operations.md are enough for all features over a quorum
--FILE--
<?php
$set = QuorumSet::shared();
$user = Check::unique('user');
foreach ($set->servers() as $server) {
    foreach ([Rights::ALL_FEATURES, 'in addition, for list'] as $comment) {
        $server->client()->call('ACL', 'SETUSER', $user, ...explode(' ', trim(Rights::rules($comment))));
    }
}
$config = $set->config(['fencing' => true, 'username' => $user] + Rights::USER);
[$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
foreach ([60, null] as $expire) {
    $name = Check::unique('granted');
    Check::true($lock->lock($name, 0, $expire), 'lock');
    Check::true($lock->isLocking($name) && $lock->isLocked($name) && $lock->expire($name, 60), 'questions');
    Check::same([$name], array_column($other->list($name), 'name'), 'list');
    Check::true($other->adopt($name, $lock->detach($name), 60), 'adopt');
    $queue = $set->queue($name, $config);
    $waiter = $queue->waiter($config);
    Check::true($other->forceUnlock($name), 'forceUnlock hands over');
    $waiter->expect('granted', 20);
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
    $set->vanishes("lock:$name*");
}
foreach ($set->servers() as $server) {
    $server->client()->call('ACL', 'DELUSER', $user);
}
echo 'done';
?>
--EXPECT--
done
