--TEST--
In a Cluster the message for a slot that moves names the right to ASKING, if the user lacks it
--FILE--
<?php
$set = ClusterSet::shared();
$user = Check::unique('user');
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'SETUSER', $user, ...explode(' ', trim(Rights::rules(Rights::ALL_FEATURES))));
}
$lock = new RedisMutexLock($set->config(['username' => $user] + Rights::USER));
$name = Check::unique('moving');
Check::true($lock->lock($name, 0, 60), 'lock');
$move = $set->moving("lock:$name");
$move->begin();
array_map($move->move(...), $move->keys(false));
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->isLocking($name))->getMessage();
Check::true(str_contains($message, 'NOPERM') && str_contains($message, '+asking'), $message);
Check::true($move->end(), 'the move ends');
Check::true($lock->unlock($name), 'unlock after the move');
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'DELUSER', $user);
}
echo 'done';
?>
--EXPECT--
done
