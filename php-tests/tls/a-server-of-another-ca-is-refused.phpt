--TEST--
A server whose certificate is of another CA is refused, and the message names the file with the CAs that are trusted
--FILE--
<?php
$other = Certificates::make();
$server = RedisServer::start();
// The server's CA is not among those of the file.
Refusal::of($server->tlsConfig(['cafile' => $other->ca]), $other->ca, 'cafile');
// Without a file, the CAs of the system count.
Refusal::of(['context' => []] + $server->tlsConfig(), 'cafile');
// The same name, another key: a CA cannot be imitated.
$imitation = Certificates::make(subject: $other->subject);
$server = RedisServer::start($imitation->server->options());
Refusal::of($server->tlsConfig(['cafile' => $other->ca]));
$lock = new RedisMutexLock($server->tlsConfig(['cafile' => $imitation->ca]));
Check::true($lock->lock('a') && $lock->unlock('a'), 'with the CA of the server');
echo 'done';
?>
--EXPECT--
done
