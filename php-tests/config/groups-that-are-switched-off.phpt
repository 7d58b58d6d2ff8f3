--TEST--
A key that switches a group of servers off is allowed, and the lock is at the one server
--FILE--
<?php
// The form that Hyperf uses.
$redis = RedisServer::shared();
$lock = new RedisMutexLock([
    'host' => '127.0.0.1', 'auth' => null, 'port' => $redis->port, 'db' => 0, 'timeout' => 0.0, 'reserved' => null,
    'cluster' => ['enable' => false, 'name' => null, 'seeds' => []],
    'sentinel' => ['enable' => false, 'master_name' => '', 'nodes' => ['']],
    'servers' => [],
    'pool' => ['min_connections' => 1],
]);
Check::true($lock->lock(Check::unique('hyperf'), 0, 60), 'switched off');
foreach ([null, '', [], false, 0, '0', 'false', 'off', ['enable' => '0']] as $off) {
    $lock = new RedisMutexLock(['cluster' => $off, 'sentinel' => $off, 'servers' => $off] + $redis->config());
    Check::true($lock->lock(Check::unique('off'), 0, 60), 'switched off: ' . json_encode($off));
}
echo "done\n";
--EXPECT--
done
