--TEST--
A server that wants a client certificate gets none: the message says which settings are missing, with TLS 1.2 and 1.3
--FILE--
<?php
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = RedisServer::start(['tls-auth-clients' => 'yes', 'tls-protocols' => $version]);
    Refusal::of($server->tlsConfig(), 'local_cert');
}
// A server that would like one takes a client without it.
$server = RedisServer::start(['tls-auth-clients' => 'optional']);
$lock = new RedisMutexLock($server->tlsConfig());
Check::true($lock->lock('a') && $lock->unlock('a'), 'a pair');
echo 'done';
?>
--EXPECT--
done
