--TEST--
A quorum of several servers is refused with a sentence, not ignored; a key that switches a deployment off is allowed
--FILE--
<?php
$sentence = '"servers" is not built yet; use one server, "sentinel" or "cluster"';
foreach ([[['host' => 'a'], ['host' => 'b'], ['host' => 'c']], ['a', 'b', 'c'], 'a,b,c', true] as $servers) {
    Check::throws(ValueError::class, fn () => new RedisMutexLock(['servers' => $servers]), $sentence);
}
Check::throws(ValueError::class, fn () => new RedisMutexLock('redis://h?servers=a,b,c'), $sentence);
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
