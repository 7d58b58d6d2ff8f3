--TEST--
In a Cluster a first seed that is dead, hangs, is a replica or has no slots leads to the next one; a single seed is enough
--FILE--
<?php
$set = ClusterSet::shared();
$master = $set->masters()[0];
$silent = Proxy::to(RedisServer::shared(), ['do' => 'stall']);
$stopped = Proxy::to(RedisServer::shared());
$stopped->pause();
$closing = Proxy::to(RedisServer::shared(), ['do' => 'refuse']);
$slotless = RedisServer::start(['cluster-enabled' => 'yes']);
$seeds = [
    'dead' => Port::free(),
    'silent' => $silent->port,
    'stopped' => $stopped->port,
    'closing' => $closing->port,
    'a replica' => $set->replicaOf($master)->port,
    'without slots' => $slotless->port,
    'another master' => $set->masters()[1]->port,
];
foreach ($seeds as $what => $port) {
    $name = $set->name('seed', $master);
    $lock = new RedisMutexLock($set->config([
        'cluster' => ["127.0.0.1:$port", "127.0.0.1:{$set->masters()[2]->port}"], 'command_timeout' => 12, 'name' => strtr($what, ' ', '-'),
    ]));
    $began = hrtime(true);
    Check::true($lock->lock($name, 0, 60), "$what: lock");
    // A seed that does not answer may cost half of the time of one command.
    Check::between(0, 11.5, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::same($lock->token($name), $master->client()->call('GET', "lock:$name"), "$what: at the master");
    Check::true($lock->unlock($name), "$what: unlock");
}
foreach ([$set->masters()[1], $set->replicaOf($set->masters()[1])] as $seed) {
    $name = $set->name('one', $master);
    $lock = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$seed->port"], 'command_timeout' => 10]));
    Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), 'one seed');
}
$stopped->resume();
echo 'done';
?>
--EXPECT--
done
