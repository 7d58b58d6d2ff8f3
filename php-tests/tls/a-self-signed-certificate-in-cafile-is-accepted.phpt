--TEST--
A self-signed certificate that cafile names is accepted, although it says that it is a CA; its name and its dates count
--FILE--
<?php
$suite = Certificates::suite();
$certificate = $suite->selfSigned('self');
$server = RedisServer::start($certificate->options());
$lock = new RedisMutexLock($server->tlsConfig(['cafile' => $certificate->file]));
Check::true($lock->lock('a') && $lock->unlock('a'), 'a pair');

$elsewhere = $suite->selfSigned('elsewhere', 'DNS:elsewhere.example');
$server = RedisServer::start($elsewhere->options());
Refusal::of($server->tlsConfig(['cafile' => $elsewhere->file]), 'elsewhere.example', 'peer_name');
$lock = new RedisMutexLock($server->tlsConfig(['cafile' => $elsewhere->file, 'peer_name' => 'elsewhere.example']));
Check::true($lock->lock('a') && $lock->unlock('a'), 'a pair with its name');

$expired = $suite->selfSigned('expired', from: '-20 days', to: '-3 days');
$server = RedisServer::start($expired->options());
Refusal::of($server->tlsConfig(['cafile' => $expired->file]), 'expired');
echo 'done';
?>
--EXPECT--
done
