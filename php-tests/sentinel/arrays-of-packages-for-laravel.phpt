--TEST--
The arrays of the packages that add Sentinel to Laravel, and of Predis, lead to the master of the service as they are
--FILE--
<?php
$set = SentinelSet::shared();
$ports = array_map(static fn (string $node): int => (int) explode(':', $node)[1], $set->config()['sentinel']['nodes']);
$service = $set->config()['sentinel']['service'];
$list = array_map(static fn (int $port): array => ['host' => '127.0.0.1', 'port' => $port], $ports);
$arrays = [
    'namoshek/laravel-redis-sentinel' => [
        'sentinel_host' => '127.0.0.1', 'sentinel_port' => $ports[0], 'sentinel_service' => $service, 'sentinel_timeout' => 0.0,
        'sentinel_persistent' => null, 'sentinel_retry_interval' => 0, 'sentinel_read_timeout' => 0.0, 'sentinel_username' => null,
        'sentinel_password' => null, 'retry_attempts' => null, 'retry_delay' => null, 'host' => '127.0.0.1', 'port' => '1',
        'password' => null, 'database' => 0,
    ],
    'a list of hosts' => ['sentinel_hosts' => "127.0.0.1:$ports[0],127.0.0.1:$ports[1]", 'sentinel_service' => $service],
    'Predis' => [...$list, 'options' => ['replication' => 'sentinel', 'service' => $service, 'parameters' => ['database' => 0, 'password' => null]]],
    'monospice/laravel-redis-sentinel-drivers' => ['sentinel' => [
        ...$list,
        'options' => [
            'service' => $service, 'parameters' => ['password' => null, 'database' => 0], 'sentinel_timeout' => 0.1, 'retry_limit' => 20,
            'retry_wait' => 1000, 'update_sentinels' => false, 'sentinel_persistent' => null, 'sentinel_read_timeout' => 0,
        ],
    ]],
    'goopil/laravel-redis-sentinel' => [
        'sentinels' => $list, 'sentinel' => ['service' => $service, 'password' => null], 'read_only_replicas' => true,
        'options' => ['prefix' => 'laravel_'],
    ],
    'the class RedisSentinel' => ['sentinel' => [
        'host' => '127.0.0.1', 'port' => $ports[0], 'service' => $service, 'connectTimeout' => 0.5, 'readTimeout' => 0.5, 'retryInterval' => 0,
    ]],
];
foreach ($arrays as $what => $array) {
    $name = Check::unique('package');
    $lock = new RedisMutexLock(['retry_for' => 0] + $array + Pass::access());
    Check::true($lock->lock($name, 0, 60), "$what: lock");
    Check::same($lock->token($name), $set->master()->client()->call('GET', "lock:$name"), "$what: at the master");
    Check::true($lock->unlock($name), "$what: unlock");
}
Check::throws(
    ValueError::class,
    static fn () => new RedisMutexLock(['sentinel_host' => null] + $arrays['namoshek/laravel-redis-sentinel']),
    'gives "sentinel_service" without "sentinel_host"',
);
echo 'done';
?>
--EXPECT--
done
