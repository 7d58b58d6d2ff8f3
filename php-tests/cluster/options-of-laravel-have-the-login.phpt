--TEST--
In Laravel's list of the servers of a Cluster, the login and the TLS settings may stand in the options, where phpredis finds them
--FILE--
<?php
$node = RedisServer::start([
    'cluster-enabled' => 'yes', 'requirepass' => 'the password', 'user' => ['shop on >1234 ~* +@all'],
]);
$client = $node->client();
$client->call('CLUSTER', 'ADDSLOTS', ...range(0, 16_383));
Check::eventually(static fn (): bool => str_contains($client->call('CLUSTER', 'INFO'), 'cluster_state:ok'), 30, 'the node serves all slots');
$list = static fn (array $options): array => [
    'cluster' => [['host' => '127.0.0.1', 'port' => $node->port, 'password' => null, 'database' => '0'], 'options' => $options + Pass::access() + [
        'cluster' => 'redis', 'prefix' => 'laravel_', 'failover' => 0, 'persistent' => false,
    ]],
    'retry_for' => 0,
];
foreach ([
    'default' => ['password' => 'the password'],
    'shop' => ['username' => 'shop', 'password' => '1234'],
] as $who => $options) {
    $lock = new RedisMutexLock($list($options + ['name' => "laravel's options"]));
    Check::true($lock->lock('a', 0, 60), "$who: lock");
    Check::same($lock->token('a'), $client->call('GET', 'lock:a'), "$who: the owner");
    $names = array_column($client->clients(), 'user', 'name');
    Check::same($who, $names["laravel's-options"] ?? null, "$who: is logged in");
    Check::true($lock->unlock('a'), "$who: unlock");
    unset($lock);
}
Check::throws(RedisMutexLockUnavailableException::class, static fn () => @(new RedisMutexLock($list([])))->lock('a'), 'NOAUTH');
Check::throws(
    ValueError::class,
    static fn () => new RedisMutexLock($list(['password' => 'one']) + ['password' => 'another']),
    'gives "password" and "password" in "options" different values',
);
// phpredis speaks TLS by the context alone. Without a scheme nobody knows it here.
$context = ['cluster' => ['127.0.0.1:1', 'options' => ['password' => 'x', 'context' => ['cafile' => '/ca.pem']]]];
Check::throws(ValueError::class, static fn () => new RedisMutexLock($context), '"context" in "options" is for TLS');
echo 'done';
?>
--EXPECT--
done
