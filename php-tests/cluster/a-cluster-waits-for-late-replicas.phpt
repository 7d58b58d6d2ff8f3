--TEST--
ClusterSet: a late replica has all writes of its master before the master is killed, paused or demoted
--FILE--
<?php
$set = ClusterSet::start();
$lock = new RedisMutexLock($set->config(['retry_for' => 60]));
$ways = ['killed' => $set->kill(...), 'paused' => $set->pause(...), 'demoted' => $set->failOver(...)];
foreach ($ways as $what => $do) {
    $master = $set->masters()[0];
    $name = $set->name($what, $master);
    $late = new LateReplicas($master);
    Check::true($lock->lock($name, 30, 600), "$what: lock");
    $do($master);
    $new = $set->promoted($master);
    Check::same($lock->token($name), $new->client()->call('GET', "lock:$name"), "$what: the owner at the promoted replica");
    $late->end();
    $set->heal();
}
echo 'done';
?>
--EXPECT--
done
