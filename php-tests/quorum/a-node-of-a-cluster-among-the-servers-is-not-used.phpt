--TEST--
A node of a Cluster among the servers is not used, and a lock that fails says what it is
--FILE--
<?php
$plain = [RedisServer::start(), RedisServer::start()];
$node = ClusterSet::shared()->masters()[0];
$servers = array_map(static fn (RedisServer $server): array => QuorumSet::way($server->port), [...$plain, $node]);
$lock = new RedisMutexLock(['servers' => $servers, 'command_timeout' => 10]);
Check::true($lock->lock('a', 0, 600) && $lock->unlock('a'), 'two plain servers are a majority of three');
$plain[1]->kill();
$message = Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->lock('a'))->getMessage();
Check::same(1, preg_match("/; 127\\.0\\.0\\.1:$node->port, database 0: [^;]*[Cc]luster/", $message), $message);
echo 'done';
?>
--EXPECT--
done
