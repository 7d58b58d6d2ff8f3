--TEST--
Sentinel and Cluster are taken from URLs, from lists in each spelling, and from the arrays of Laravel and Hyperf
--FILE--
<?php
// The constructor opens no connection: nobody is at these addresses.
$server = fn (string $host): array => [
    'url' => null, 'host' => $host, 'username' => 'app', 'password' => 's3cret', 'port' => '7000', 'database' => '0',
    'max_retries' => 3, 'backoff_algorithm' => 'decorrelated_jitter', 'prefix' => 'x', 'options' => ['serializer' => 1],
];
$laravel = [$server('10.255.0.1'), $server('10.255.0.2')];
$connection = ['url' => null, 'host' => '127.0.0.1', 'username' => null, 'password' => 's3cret', 'port' => '6379', 'database' => '0'];
$hyperf = fn (bool $cluster, bool $sentinel): array => [
    'host' => 'localhost', 'auth' => 's3cret', 'port' => 6379, 'db' => 0, 'timeout' => 0.0, 'reserved' => null,
    'retry_interval' => 0, 'read_timeout' => 0.0,
    'cluster' => ['enable' => $cluster, 'name' => null, 'seeds' => ['10.255.0.1:7000'], 'read_timeout' => 0.0, 'context' => []],
    'sentinel' => [
        'enable' => $sentinel, 'master_name' => 'mymaster', 'nodes' => explode(';', '10.255.0.1:26379;10.255.0.2:26379'),
        'persistent' => '', 'read_timeout' => 0, 'auth' => 's3cret2',
    ],
    'pool' => ['min_connections' => 1], 'options' => [], 'context' => [], 'event' => ['enable' => false],
];
$sentinel = ['service' => 'mymaster', 'nodes' => ['10.255.0.1:26379', '[::1]:26380', '10.255.0.2']];
$configs = [
    'redis+cluster://app:s3cret@10.255.0.1:7000,10.255.0.2:7001',
    'rediss+cluster://10.255.0.1,[::1]:7000/0?cafile=/no/ca.pem&lock_prefix=x:&fencing=1',
    'redis+sentinel://app:s3cret@10.255.0.1:26379,10.255.0.2/3?service=mymaster&sentinel_username=u&sentinel_password=s3cret2',
    'rediss+sentinel://10.255.0.1?service=mymaster&command_timeout=0.2',
    ['url' => 'redis+cluster://10.255.0.1:7000,10.255.0.2:7001'] + $connection,
    ['cluster' => ['10.255.0.1:7000', '10.255.0.2:7001']],
    ['cluster' => '10.255.0.1:7000,10.255.0.2:7001', 'password' => 's3cret', 'scheme' => 'tls', 'context' => ['cafile' => '/no/ca.pem']],
    ['cluster' => ['redis://app:s3cret@10.255.0.1:7000', 'tcp://10.255.0.2:7001', ['host' => '10.255.0.3', 'port' => 7002]]],
    ['cluster' => $laravel],
    ['cluster' => $laravel + ['options' => ['cluster' => 'redis']], 'lock_prefix' => 'x:'],
    ['cluster' => $laravel] + $connection,
    ['cluster' => array_fill(0, 500, $server('10.255.0.1'))],
    ['sentinel' => $sentinel],
    ['sentinel' => $sentinel + ['username' => 'u', 'password' => 's3cret2', 'scheme' => 'tls'], 'min_replicas' => 1] + $connection,
    ['sentinel' => ['nodes' => '10.255.0.1:26379,10.255.0.2:26379'] + $sentinel, 'database' => 3],
    $hyperf(true, false),
    $hyperf(false, true),
];
foreach ($configs as $i => $config) {
    $lock = new RedisMutexLock($config);
    Check::same([], $lock->held(), "configuration $i");
    Check::true(!preg_match('/s3cret/', print_r($lock, true)), "configuration $i: no password in the object");
}
echo "done\n";
?>
--EXPECT--
done
