--TEST--
In a Cluster replicas that hang cost a lock nothing: the extension connects to them only as seeds
--FILE--
<?php
$set = ClusterSet::start();
$masters = $set->masters();
$seeds = ['cluster' => array_map(static fn ($master): string => "127.0.0.1:$master->port", $masters), 'command_timeout' => 10];
$kept = new RedisMutexLock($set->config($seeds));
$names = array_map(static fn ($master): string => $set->name('before', $master), $masters);
foreach ($names as $name) {
    Check::true($kept->lock($name, 0, null), 'lock');
}
foreach ($masters as $master) {
    $set->replicaOf($master)->pause();
}
foreach (['kept' => $kept, 'new' => new RedisMutexLock($set->config($seeds + ['name' => 'new']))] as $what => $lock) {
    foreach ($masters as $number => $master) {
        $name = $set->name($what, $master);
        $began = hrtime(true);
        Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), "$what, master $number: lock and unlock");
        // One question to a replica that hangs would cost half of the command timeout.
        Check::between(0, 9, (hrtime(true) - $began) / 1e9, "$what, master $number: seconds");
    }
}
Check::true($kept->unlockAll(), 'unlockAll');
Check::same([], $set->keys(), 'what is left');
echo 'done';
?>
--EXPECT--
done
