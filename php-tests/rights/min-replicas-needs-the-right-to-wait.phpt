--TEST--
With min_replicas a user without the right to WAIT learns of it at the first lock, and needs no other right
--FILE--
<?php
foreach (['without waiting, without fencing', Rights::ALL_FEATURES] as $set) {
    $pair = new Replication();
    $server = $pair->master;
    $redis = $server->client();
    Rights::grant($server, Rights::line($set));
    $config = Rights::USER + [
        'database' => 2, 'min_replicas' => 1, 'fencing' => $set === Rights::ALL_FEATURES, 'lease' => 1,
        'command_timeout' => 5, 'retry_for' => 60,
    ];
    $lock = new RedisMutexLock(['port' => $server->port] + $config);
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('first', 30, 60))->getMessage();
    Check::true(str_contains($message, '; the user lacks the right +wait: redis-cli ACL SETUSER <user> +wait ('), $message);
    $line = Rights::line('in addition, for min_replicas');
    Check::same($line, Rights::advised($message), 'the line of the page');
    Rights::grant($server, $line);
    $redis->call('CONFIG', 'RESETSTAT');
    Check::true($lock->lock('first', 0, 60) && $lock->unlock('first'), 'the refused lock left nothing behind');
    $features = new Features($server, $config);
    $features->withoutWaiting();
    $set === Rights::ALL_FEATURES && $features->waiting();
    // WAIT is used, and no right is missing for that.
    $used = array_keys(array_filter($redis->commandstats()));
    Check::true(in_array('wait', $used, true), 'WAIT is used');
    $own = ['config|resetstat', 'client|list', 'auth', 'config', 'client', 'replconf', 'ping', 'psync'];
    Check::same([], array_values(array_diff($used, Rights::named($set), ['wait'], $own)), "$set: used and not named");
}
echo 'done';
?>
--EXPECT--
done
