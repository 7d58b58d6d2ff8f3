--TEST--
With verify_peer_name => false every name is accepted, but neither another CA nor another date
--FILE--
<?php
$suite = Certificates::suite();
$context = ['verify_peer_name' => false];
foreach (['elsewhere' => 'DNS:elsewhere.example', 'common' => null] as $file => $names) {
    $server = RedisServer::start($suite->issue($file, $names)->options());
    $lock = new RedisMutexLock($server->tlsConfig($context));
    Check::true($lock->lock('a') && $lock->unlock('a'), "$file: a pair");
}
$other = Certificates::make();
Refusal::of($server->tlsConfig($context + ['cafile' => $other->ca]), $other->ca);
$server = RedisServer::start($suite->issue('expired', from: '-20 days', to: '-3 days')->options());
Refusal::of($server->tlsConfig($context), 'expired');
echo 'done';
?>
--EXPECT--
done
