--TEST--
The master is demoted while WAIT is in flight: the lock is asked for at the new master, and counts there
--FILE--
<?php
$pair = new Failover();
$pair->part();
$config = ['port' => $pair->gateway->port, 'min_replicas' => 1, 'retry_for' => 60, 'command_timeout' => 40];
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(unserialize($argv[1]));
    say($lock->lock('a', 60, 600) ? (string) $lock->token('a') : 'refused');
    hear();
    PHP, [serialize($config)]);
$master = $pair->master->client();
Check::eventually(static function () use ($master): bool {
    return in_array('wait', array_column($master->clients(), 'cmd'), true);
}, 20, 'WAIT is in flight');
Check::true($master->call('GET', 'lock:a') !== null, 'the old master has granted it');

// No connection is cut. The old master itself ends WAIT with the error UNBLOCKED.
$pair->replica->client()->call('REPLICAOF', 'NO', 'ONE');
$pair->gateway->moveNewOnes($pair->replica);
$master->call('REPLICAOF', '127.0.0.1', $pair->replica->port);
$token = $worker->line(60);
Check::same($token, $pair->replica->client()->call('GET', 'lock:a'), 'owner at the new master');
Check::same($token, $master->call('GET', 'lock:a'), 'owner at its replica');
$worker->tell('end');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
