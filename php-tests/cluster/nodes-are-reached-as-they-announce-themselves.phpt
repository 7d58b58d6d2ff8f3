--TEST--
In a Cluster nodes are reached as they announce themselves: by address, by name, by the address behind a name, by none at all
--FILE--
<?php
$pairs = static function (ClusterSet $set, string $what): void {
    $seed = $set->masters()[0];
    $lock = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$seed->port"], 'command_timeout' => 10, 'name' => strtr($what, ' ', '-')]));
    foreach ([...$set->masters(), ...$set->masters()] as $number => $master) {
        $name = $set->name('announced', $master);
        Check::true($lock->lock($name, 0, 60), "$what, $number: lock");
        Check::same($lock->token($name), $master->client()->call('GET', "lock:$name"), "$what, $number: at the master");
        Check::true($lock->unlock($name), "$what, $number: unlock");
    }
};

// A node that has met no other one does not know its own address.
$alone = RedisServer::start(['cluster-enabled' => 'yes', 'requirepass' => 'secret']);
$alone->client()->call('CLUSTER', 'ADDSLOTS', ...range(0, 16383));
Check::eventually(static fn (): bool => str_contains((string) $alone->client()->call('CLUSTER', 'INFO'), 'cluster_state:ok'), 10, 'it serves all slots');
$lock = new RedisMutexLock(['cluster' => ["127.0.0.1:$alone->port"], 'password' => 'secret', 'command_timeout' => 10] + Pass::access());
foreach (['a', 'b', 'c'] as $name) {
    Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), 'a node alone');
}

// Nodes tell each other their names when they ask for a sign of life, twice in this time.
$set = ClusterSet::start(['cluster-node-timeout' => 5_000] + (RedisServer::version() < 7 ? [] : ['cluster-announce-hostname' => 'localhost']));
$all = static function (string $setting, string $value) use ($set): void {
    foreach ($set->nodes() as $node) {
        $node->client()->call('CONFIG', 'SET', $setting, $value);
    }
};
$named = static function (string $hostname) use ($set, $all): void {
    $all('cluster-announce-hostname', $hostname);
    [$pattern, $count] = $hostname === '' ? ['/@\d+,/', 0] : ["/@\\d+,{$hostname}[ ,]/", 6];
    foreach ($set->nodes() as $node) {
        Check::eventually(
            static fn (): bool => preg_match_all($pattern, (string) $node->client()->call('CLUSTER', 'NODES')) === $count,
            30,
            "all nodes know the name '$hostname' of each",
        );
    }
};
$pairs($set, 'address');
if (RedisServer::version() >= 7) {
    $type = static fn (string $type) => $all('cluster-preferred-endpoint-type', $type);
    $type('unknown-endpoint');
    $pairs($set, 'unknown');
    $named('localhost');
    $type('hostname');
    $pairs($set, 'name');
    // It is to announce a name, and has none.
    $named('');
    $pairs($set, 'no name');
    // A name that nobody resolves: the address behind it is enough. With TLS the certificate must have the name.
    $named('node.invalid');
    if (!Pass::isTls()) {
        $pairs($set, 'a name that leads nowhere');
    } else {
        $seed = $set->masters()[0];
        $lock = new RedisMutexLock($set->config(['cluster' => ["127.0.0.1:$seed->port"], 'name' => 'tls', 'retry_for' => 60]));
        $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($set->name('refused', $set->masters()[1]), 60))->getMessage();
        Check::true(str_contains($message, 'node.invalid'), "it names what the certificate should have: $message");
    }
}
echo 'done';
?>
--EXPECT--
done
