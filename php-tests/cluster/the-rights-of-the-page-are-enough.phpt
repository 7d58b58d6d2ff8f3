--TEST--
In a Cluster the ACL lines of docs/operations.md are enough for all features, also while a slot moves
--FILE--
<?php
$set = ClusterSet::shared();
$comments = array_keys(Rights::lines());
[$cluster] = array_values(preg_grep('/for a Cluster/', $comments));
$user = Check::unique('user');
foreach ($set->nodes() as $node) {
    foreach ([Rights::ALL_FEATURES, $cluster] as $comment) {
        $node->client()->call('ACL', 'SETUSER', $user, ...explode(' ', trim(Rights::rules($comment))));
    }
}
$config = $set->config(['fencing' => true, 'username' => $user] + Rights::USER);
$lock = new RedisMutexLock($config);
foreach ([60, null] as $expire) {
    $name = Check::unique('granted');
    Check::true($lock->lock($name, 0, $expire), 'lock');
    Check::true($lock->isLocking($name) && $lock->isLocked($name) && $lock->expire($name, 60), 'questions');
    $queue = new Queue($set->nodeOf("lock:$name"), $name, $config);
    $waiter = $queue->waiter();
    Check::true($lock->unlock($name), 'unlock');
    $waiter->expect('granted', 20);
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
$name = Check::unique('moving');
Check::true($lock->lock($name, 0, 60), 'lock');
$move = $set->moving("lock:$name");
$move->begin();
array_map($move->move(...), $move->keys(false));
Check::true($lock->isLocking($name), 'a question in a slot that moves');
Check::true($lock->expire($name, 50), 'expire in a slot that moves');
Check::true($move->end(), 'the move ends');
Check::true($lock->unlock($name), 'unlock after the move');
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'DELUSER', $user);
}
echo 'done';
?>
--EXPECT--
done
