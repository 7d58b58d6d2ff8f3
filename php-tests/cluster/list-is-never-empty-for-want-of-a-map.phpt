--TEST--
In a Cluster list() never says that nothing is locked because it has no map: no slots, or no right to CLUSTER SLOTS, is Unavailable
--FILE--
<?php
$set = ClusterSet::shared();
$name = Check::unique('map');
$lock = new RedisMutexLock($set->config());
Check::true($lock->lock($name, 0, 600), 'lock');

$slotless = RedisServer::start(['cluster-enabled' => 'yes']);
$plain = RedisServer::start();
$first = $set->masters()[0];
foreach (['a node without slots' => $slotless, 'no node of a Cluster' => $plain] as $what => $seed) {
    $alone = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$seed->port"], 'command_timeout' => 4]));
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $alone->list())->getMessage();
    Check::true(str_contains($message, "127.0.0.1:$seed->port"), "$what: $message");
}
// Beside a good seed it does no harm, whichever is asked first.
foreach ([1, 2, 3] as $round) {
    $both = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$slotless->port", "127.0.0.1:$first->port"], 'name' => "map-$round"]));
    Check::same([$name], array_column($both->list($name), 'name'), 'another seed has the map');
}

// Each call asks for the map: an old one might leave a master out.
$user = Check::unique('user');
// Redis 6.2 takes away whole commands only.
$without = RedisServer::version() < 7 ? '-cluster' : '-cluster|slots';
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'SETUSER', $user, 'on', '>secret', '~lock:*', '+@all', $without);
}
$few = new RedisMutexLock($set->config(['username' => $user, 'password' => 'secret']));
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $few->list())->getMessage();
Check::true(str_contains($message, '+cluster|slots'), "it names the right: $message");
$hint = 'redis-cli ACL SETUSER <user>';
Check::true(str_contains($message, $hint), "it tells the command: $message");
foreach (['+cluster|slots', '-scan', '+scan', '-zcount', '+zcount'] as $change) {
    foreach ($set->nodes() as $node) {
        $node->client()->call('ACL', 'SETUSER', $user, $change);
    }
    if ($change[0] === '+') {
        Check::same([$name], array_column($few->list($name), 'name'), "with $change");
        continue;
    }
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $few->list($name))->getMessage();
    Check::true(str_contains($message, '+' . substr($change, 1)), "it names the right: $message");
}
foreach ($set->nodes() as $node) {
    $node->client()->call('ACL', 'DELUSER', $user);
}
Check::true($lock->unlock($name), 'unlock');
echo 'done';
?>
--EXPECT--
done
