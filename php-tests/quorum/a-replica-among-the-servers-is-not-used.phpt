--TEST--
A replica among the servers is not used, and a lock that fails says that it is one
--FILE--
<?php
$masters = [RedisServer::start(), RedisServer::start()];
$replica = RedisServer::start(['replicaof' => "127.0.0.1 {$masters[0]->plainPort}", 'repl-diskless-sync-delay' => 0]);
Check::eventually(static fn (): bool => str_contains((string) $replica->client()->call('INFO', 'replication'), 'master_link_status:up'), 30, 'it follows');
$servers = array_map(static fn (RedisServer $server): array => QuorumSet::way($server->port), [...$masters, $replica]);
$lock = new RedisMutexLock(['servers' => $servers, 'command_timeout' => 10]);
Check::true($lock->lock('a', 0, 600) && $lock->isLocking('a'), 'two masters are a majority of three');
Check::true($lock->unlock('a'), 'unlock');
$masters[1]->kill();
$message = Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->lock('a'))->getMessage();
Check::true(str_contains($message, "127.0.0.1:$replica->port, database 0: it is a replica; name independent masters"), $message);
Check::true(str_contains($message, "127.0.0.1:{$masters[1]->port}, database 0: "), $message);
Check::eventually(static fn (): bool => $masters[0]->client()->call('KEYS', '*') === [], 10, 'what was granted is given back');
echo 'done';
?>
--EXPECT--
done
