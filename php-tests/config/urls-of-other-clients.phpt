--TEST--
A URL of Lettuce, redis-py or Symfony is refused with the form of ours that means the same, and without its password
--FILE--
<?php
$sentinel = '+sentinel://user:password@host:port,host:port/database?service=mymaster';
$cluster = '+cluster://user:password@host:port,host:port';
$socket = 'unix:///path/to/socket?db=0&username=user&password=password';
foreach ([
    ['redis-sentinel://u:hunter2@h1,h2/0?sentinelMasterId=m', "must be written as redis$sentinel, because nothing here reads redis-sentinel://"],
    ['redis+unix:///run/redis.sock?password=hunter2', "must be written as $socket, because nothing here reads redis+unix://"],
    ['redis-socket://hunter2@/run/redis.sock', "must be written as $socket, because nothing here reads redis-socket://"],
    ['redis:hunter2@?host[h1]&host[h2]&redis_sentinel=m', "must be written as redis$sentinel, and not as Symfony does it"],
    ['rediss:?host[h1]&host[h2]&redis_cluster=1', "must be written as rediss$cluster, and not as Symfony does it"],
    ['rediss://u:hunter2@h?ssl_cert_reqs=none', 'has "ssl_cert_reqs" in its query; write verify_peer=0, and the certificate is not checked'],
    ['rediss://u:hunter2@h?ssl_cert_reqs=required', 'has "ssl_cert_reqs" in its query; leave it out, because the certificate is checked by itself'],
] as [$url, $sentence]) {
    foreach ([[$url, $sentence], [['url' => $url], "\"url\" $sentence"]] as [$config, $expected]) {
        $error = Check::throws(ValueError::class, static fn () => new RedisMutexLock($config));
        Check::same('RedisMutexLock::__construct(): Argument #1 ($config) ' . $expected, $error->getMessage(), 'the message');
    }
}
// The zone of an IPv6 address is read. There is no such network card, and so no server.
foreach (['redis://[fe80::1%25rml-none]:1', 'redis+cluster://[fe80::1%25rml-none]:1'] as $url) {
    $lock = new RedisMutexLock($url . '?retry_for=0');
    Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->lock('a'), '[fe80::1%rml-none]:1');
}
echo 'done';
?>
--EXPECT--
done
