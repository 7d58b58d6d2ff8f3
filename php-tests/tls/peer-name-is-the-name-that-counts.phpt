--TEST--
The name in the certificate must be peer_name, or else the host as it is written
--FILE--
<?php
$suite = Certificates::suite();
$server = RedisServer::start($suite->issue('elsewhere', 'DNS:elsewhere.example,DNS:*.shop.example')->options());
foreach (['elsewhere.example', 'ELSEWHERE.example', 'redis.shop.example'] as $name) {
    $lock = new RedisMutexLock($server->tlsConfig(['peer_name' => $name]));
    Check::true($lock->lock('a') && $lock->unlock('a'), "$name: a pair");
}
foreach (['other.example', 'shop.example', 'a.redis.shop.example', '127.0.0.1'] as $name) {
    Refusal::of($server->tlsConfig(['peer_name' => $name]), 'elsewhere.example', $name);
}

// The host as it is written: a name is not the address behind it.
$byName = RedisServer::start($suite->issue('by-name', 'DNS:localhost')->options());
$byAddress = RedisServer::start($suite->issue('by-address', 'IP:127.0.0.1')->options());
foreach ([[$byName, 'localhost'], [$byAddress, '127.0.0.1']] as [$server, $host]) {
    $lock = new RedisMutexLock(['host' => $host] + $server->tlsConfig());
    Check::true($lock->lock('a') && $lock->unlock('a'), "$host: a pair");
}
Refusal::of(['host' => '127.0.0.1'] + $byName->tlsConfig(), 'localhost');
Refusal::of(['host' => 'localhost'] + $byAddress->tlsConfig(), '127.0.0.1');
echo 'done';
?>
--EXPECT--
done
