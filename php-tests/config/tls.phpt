--TEST--
TLS is switched on by a URL, a scheme or a host, and Laravel's array is taken with its context in each of its shapes
--FILE--
<?php
// The constructor opens no connection and no file: neither the host nor the files exist.
$laravel = [
    'scheme' => 'tls', 'url' => null, 'host' => 'redis.invalid', 'username' => 'app', 'password' => 's3cret', 'port' => '6380',
    'database' => '0', 'prefix' => 'laravel_database_', 'options' => [], 'persistent' => false, 'read_timeout' => '0.0',
];
$tls = [
    'cafile' => '/no/ca.pem', 'capath' => '/no/cas', 'local_cert' => '/no/app.crt', 'local_pk' => '/no/app.key',
    'peer_name' => 'redis.example', 'verify_peer' => true, 'verify_peer_name' => true,
];
$ignored = [
    'ciphers' => 'HIGH', 'crypto_method' => STREAM_CRYPTO_METHOD_TLSv1_2_CLIENT, 'min_proto_version' => 771, 'max_proto_version' => 772,
    'security_level' => 1, 'verify_depth' => 5, 'SNI_enabled' => true, 'disable_compression' => true, 'no_ticket' => true,
    'capture_peer_cert' => true, 'capture_peer_cert_chain' => true, 'capture_session_meta' => true,
];
$context = $tls + $ignored;
$configs = [
    'rediss://redis.invalid', 'tls://app:s3cret@redis.invalid:6380?database=1', 'ssl://redis.invalid/2', 'valkeys://redis.invalid',
    'rediss://redis.invalid?' . http_build_query($tls), 'tls://[::1]?verify_peer=0',
    ['scheme' => 'rediss', 'host' => 'h'], ['scheme' => 'ssl', 'host' => 'h'], ['scheme' => 'valkeys', 'host' => 'h'],
    ['host' => 'tls://h', 'port' => 6380], ['url' => 'rediss://h', 'context' => $context],
    $laravel, $laravel + ['context' => []], $laravel + ['context' => null],
    $laravel + ['context' => ['verify_peer' => false, 'verify_peer_name' => false, 'allow_self_signed' => true]],
    // Predis.
    $laravel + ['ssl' => $context],
    $tls + $laravel,
    // Other frameworks write the same array for a plain connection, and it has no effect there.
    ['scheme' => 'tcp', 'host' => 'h', 'context' => ['cafile' => 'relative', 'zzz' => 1], 'ssl' => ['passphrase' => 'x']],
];
foreach ([fn ($it) => $it, fn ($it) => ['stream' => $it], fn ($it) => ['ssl' => $it]] as $shape) {
    $configs[] = $laravel + ['context' => $shape($context)];
    $configs[] = ['scheme' => 'TLS', 'auth' => ['app', 's3cret']] + $laravel + ['context' => $shape($context) + ['auth' => ['app', 's3cret']]];
    // Each shape is read.
    foreach (['cafile', 'capath', 'local_cert', 'local_pk'] as $key) {
        Check::throws(
            ValueError::class,
            fn () => new RedisMutexLock($laravel + ['context' => $shape([$key => 'ca.pem'] + $context)]),
            "\"$key\" in \"context\" must be the absolute path of a ",
        );
    }
}
foreach ($configs as $config) {
    $lock = new RedisMutexLock($config);
    Check::same([], $lock->held(), 'an object');
    Check::true(!preg_match('/s3cret/', print_r($lock, true)), 'no password in the object');
}
echo "done\n";
?>
--EXPECT--
done
