--TEST--
Sentinels may be given by name, and a sentinel may name the master by its name
--FILE--
<?php
$master = RedisServer::start();
$sentinel = FakeSentinel::naming($master, 'localhost');
$lock = new RedisMutexLock([
    'sentinel' => ['service' => SentinelSet::SERVICE, 'nodes' => ["localhost:$sentinel->port"]],
    'command_timeout' => 10,
] + Pass::access());
Check::true($lock->lock('a', 0, 60), 'lock');
Check::same($lock->token('a'), $master->client()->call('GET', 'lock:a'), 'at the master');

// A name that leads nowhere is no master.
$sentinel->name($master, 'no-such-host.invalid');
$master->client()->call('CLIENT', 'KILL', 'TYPE', 'normal');
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->isLocking('a'), 'no-such-host.invalid');
$sentinel->name($master, 'localhost');
Check::true($lock->unlock('a'), 'unlock');
echo 'done';
?>
--EXPECT--
done
