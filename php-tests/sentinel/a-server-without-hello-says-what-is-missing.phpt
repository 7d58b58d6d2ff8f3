--TEST--
Behind Sentinel and in a Cluster a server that does not know HELLO is refused, and the message says why it is needed
--FILE--
<?php
$hint = '; behind Sentinel and in a Cluster each server has to know HELLO, because it says there what the server is';
$master = RedisServer::start(['rename-command' => 'HELLO ""']);
$node = RedisServer::start(['rename-command' => 'HELLO ""', 'cluster-enabled' => 'yes']);
$names = FakeSentinel::naming($master);
$cases = [
    'Sentinel' => SentinelSet::asking([$names]),
    'Cluster' => ['cluster' => ["127.0.0.1:$node->port"]] + array_diff_key($node->config(), ['port' => 0]),
];
foreach ($cases as $what => $config) {
    $lock = new RedisMutexLock($config);
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
    Check::true(str_ends_with($message, $hint), "$what: $message");
}
// One server is not asked what it is.
$lock = new RedisMutexLock($master->config());
Check::true($lock->lock('a', 0, 60) && $lock->unlock('a'), 'one server');
echo 'done';
?>
--EXPECT--
done
