--TEST--
A quorum is taken from lists, texts, URLs and the arrays of frameworks, each server with its own login
--FILE--
<?php
// The constructor opens no connection: nobody is at these addresses.
$laravel = fn (string $host, ?string $password): array => [
    'url' => null, 'host' => $host, 'username' => null, 'password' => $password, 'port' => '6379', 'database' => '0',
    'max_retries' => 3, 'backoff_algorithm' => 'decorrelated_jitter', 'backoff_base' => 100, 'options' => ['serializer' => 1],
];
$think = fn (string $host): array => [
    'type' => 'redis', 'host' => $host, 'port' => 6379, 'password' => '', 'select' => 2, 'timeout' => 0, 'expire' => 0,
    'persistent' => false, 'prefix' => '', 'tag_prefix' => 'tag:', 'serialize' => [],
];
$three = ['10.255.0.1', '10.255.0.2:6380', '[::1]:6379'];
$configs = [
    ['servers' => $three],
    ['servers' => implode(',', $three), 'password' => 's3cret', 'lease' => 5, 'min_replicas' => 0],
    ['servers' => [...$three, 'unix:///run/a.sock?db=1&password=s3cret', '/run/b.sock']],
    ['servers' => 'redis://10.255.0.1,redis://10.255.0.2,rediss://:s3cret@10.255.0.3:6380?cafile=/no/ca.pem'],
    ['servers' => [$laravel('10.255.0.1', null), $laravel('10.255.0.2', 's3cret'), $laravel('10.255.0.3', 's3cret2')]] + $laravel('127.0.0.1', 's3cret3'),
    ['servers' => array_map($think, ['10.255.0.1', '10.255.0.2', '10.255.0.3'])],
    ['servers' => [
        ['host' => 'tls://10.255.0.1', 'context' => ['stream' => ['cafile' => '/no/ca.pem']], 'timeout' => 0.2],
        ['url' => 'redis://u:s3cret@10.255.0.2', 'name' => 'own'],
        ['path' => '/run/a.sock', 'auth' => ['u', 's3cret']],
    ]],
    ['servers' => array_map(fn (int $i): array => $laravel("10.255.0.$i", 's3cret'), range(1, 15))],
    'redis+quorum://app:s3cret@10.255.0.1:6379,10.255.0.2,[::1]:7/0?lease=30&fencing=1',
    'rediss+quorum://:s3cret@10.255.0.1,10.255.0.2,10.255.0.3?cafile=/no/ca.pem',
    'redis://:s3cret@10.255.0.1/0,rediss://u:s3cret2@10.255.0.2/1,unix:///run/a.sock?db=2&lease=5',
    ['url' => 'redis://10.255.0.1,redis://10.255.0.2,redis://10.255.0.3'] + $laravel('127.0.0.1', 's3cret'),
];
foreach ($configs as $i => $config) {
    $lock = new RedisMutexLock($config);
    Check::same([], $lock->held(), "configuration $i");
    Check::true(!str_contains(print_r($lock, true), 's3cret'), "configuration $i: no password in the object");
}
echo "done\n";
?>
--EXPECT--
done
