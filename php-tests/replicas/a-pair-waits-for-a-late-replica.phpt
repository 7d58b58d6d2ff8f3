--TEST--
The suite's pair of master and replica: a replica that is late has what the master has before that is killed or the replica is cut off
--FILE--
<?php
foreach (['killed' => false, 'cut off' => true] as $what => $parts) {
    $pair = new Failover();
    $lock = new RedisMutexLock($pair->gateway->url());
    $late = new LateReplicas($pair->master);
    Check::true($lock->lock('had', 0, 600), "$what: lock");
    if ($parts) {
        $pair->part();
        Check::true($lock->lock('lost', 0, 600), "$what: lock without the replica");
    }
    $pair->kill();
    $pair->promote();
    $new = $pair->master->client();
    Check::same($lock->token('had'), $new->call('GET', 'lock:had'), "$what: the owner at the promoted replica");
    Check::same(null, $new->call('GET', 'lock:lost'), "$what: what came after the cut");
    $late->end();
}
echo 'done';
?>
--EXPECT--
done
