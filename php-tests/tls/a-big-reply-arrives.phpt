--TEST--
Replies of many sizes arrive whole, also those that fill several records of TLS
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->tlsConfig() + ['command_timeout' => 5]);
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = RedisServer::start(['tls-protocols' => $version]);
    $redis = $server->client();
    $proxy = BlindProxy::to($server);
    $lock = new RedisMutexLock($proxy->tlsConfig() + ['command_timeout' => 10]);
    foreach ([1, 4_000, 4_096, 9_000, 16_370, 16_384, 16_385, 65_536, 70_000, 1_000_000, 5_000_000] as $size) {
        $value = substr(str_repeat(md5((string) $size), intdiv($size, 32) + 1), 0, $size);
        $redis->call('SET', 'lock:big', $value);
        Check::true($lock->owner('big') === $value, "$version: $size bytes");
        Check::same(false, $lock->lock('big'), "$version: held");
    }
    Check::same(1, $proxy->accepted(), "$version: connections");
}
echo 'done';
?>
--EXPECT--
done
