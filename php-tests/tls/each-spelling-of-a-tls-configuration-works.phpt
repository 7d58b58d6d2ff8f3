--TEST--
URLs and arrays with the context in each of its three shapes lead to a real server with client certificates
--FILE--
<?php
$suite = Certificates::suite();
$server = RedisServer::start(['tls-auth-clients' => 'yes', 'requirepass' => 'p@ss', 'user' => ['shop on >s3 ~* +@all']]);
$context = ['cafile' => $suite->ca] + $suite->client->context();
$query = http_build_query($context);
$port = $server->tlsPort;
$laravel = ['url' => null, 'host' => '127.0.0.1', 'username' => null, 'password' => 'p@ss', 'database' => '2'];
$laravel += ['port' => (string) $port];
$configs = [
    'rediss://' => "rediss://:p%40ss@127.0.0.1:$port/2?$query",
    'tls://' => "tls://:p%40ss@127.0.0.1:$port/2?$query",
    'a user in the URL' => "rediss://shop:s3@127.0.0.1:$port/2?$query",
    'flat' => $laravel + ['scheme' => 'tls', 'context' => $context],
    'stream' => $laravel + ['scheme' => 'tls', 'context' => ['stream' => $context]],
    'ssl' => $laravel + ['scheme' => 'tls', 'context' => ['ssl' => $context]],
    'rediss as scheme' => $laravel + ['scheme' => 'rediss', 'context' => $context],
    'the scheme in the host' => ['host' => 'tls://127.0.0.1'] + $laravel + ['context' => $context],
    'a URL and a context' => ['url' => "rediss://:p%40ss@127.0.0.1:$port/2"] + $laravel + ['context' => $context],
    'booleans as texts' => $laravel + ['scheme' => 'tls', 'context' => $context + [
        'verify_peer' => 'true', 'verify_peer_name' => '1',
    ]],
    'what is of no use here' => $laravel + ['scheme' => 'tls', 'context' => $context + [
        'ciphers' => 'HIGH', 'crypto_method' => STREAM_CRYPTO_METHOD_TLSv1_2_CLIENT, 'security_level' => 1,
        'verify_depth' => 5, 'SNI_enabled' => true, 'disable_compression' => true, 'capture_peer_cert' => false,
    ]],
];
$redis = $server->client();
foreach ($configs as $what => $config) {
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock('a', 0, 60), "$what: lock");
    $redis->call('SELECT', 2);
    Check::same(1, $redis->call('EXISTS', 'lock:a'), "$what: the lock in its database");
    Check::true($lock->unlock('a'), "$what: unlock");
}
echo 'done';
?>
--EXPECT--
done
