--TEST--
The renewing thread has a TLS connection of its own, and opens another one when that is cut
--FILE--
<?php
$server = RedisServer::start(['tls-auth-clients' => 'yes', 'requirepass' => 'p']);
$redis = $server->client();
$proxy = BlindProxy::to($server);
$context = Certificates::suite()->client->context();
$lock = new RedisMutexLock($proxy->tlsConfig($context) + ['password' => 'p', 'lease' => 1.5]);
Check::true($lock->lock('a', 0, null), 'lock');
$token = $redis->call('GET', 'lock:a');
$renewed = static fn (int $times): bool => RedisMutexLock::stats()['renewed'] >= $times;
Check::eventually(static fn (): bool => $renewed(3), 10, 'renewed three times');
Check::same([2, 2], [$proxy->accepted(), $proxy->handshakes()], 'connections and handshakes');
$proxy->drop();
Check::eventually(static fn (): bool => $renewed(6), 10, 'renewed on another connection');
Check::same($token, $redis->call('GET', 'lock:a'), 'the same owner');
Check::true($lock->isLocking('a') && $lock->unlock('a'), 'its word');
Check::same(0, $redis->call('EXISTS', 'lock:a'), 'free');
Check::same($proxy->accepted(), $proxy->handshakes(), 'each connection was encrypted');
echo 'done';
?>
--EXPECT--
done
