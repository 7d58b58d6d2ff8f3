--TEST--
A server, a node or a sentinel that repeats the password in an error reply to any command makes no message show it
--FILE--
<?php
$secret = 'S3CR3T' . bin2hex(random_bytes(8));
$server = RedisServer::start(['requirepass' => $secret]);
$node = RedisServer::start(['requirepass' => $secret, 'cluster-enabled' => 'yes']);
$calls = [
    'SET' => static fn (RedisMutexLock $lock) => $lock->lock('a'),
    'EVALSHA' => static fn (RedisMutexLock $lock) => $lock->unlock('a', RedisMutexLock::generateToken()),
    'GET' => static fn (RedisMutexLock $lock) => $lock->owner('a'),
    'SCAN' => static fn (RedisMutexLock $lock) => $lock->list(),
];
$check = static function (array $config, callable $call, string $what, string $said) use ($secret): void {
    $lock = new RedisMutexLock(['retry_for' => 0] + $config);
    $message = Check::throws(RedisMutexLockUnavailableException::class, static fn () => $call($lock))->getMessage();
    Check::true(!str_contains($message, $secret) && str_contains($message, '•••'), "$what, $said: $message");
};
[$one, $ofCluster, $sentinel] = [Proxy::to($server), Proxy::to($node), Proxy::to($server)];
$map = "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n\$9\r\n127.0.0.1\r\n:$ofCluster->port\r\n\$2\r\nid\r\n";
foreach (["ERR $secret", "NOPERM $secret", "OOM $secret", "CLUSTERDOWN $secret", "MOVED 1 $secret"] as $said) {
    foreach ($calls as $command => $call) {
        $one->rule(['command' => $command, 'do' => 'answer', 'bytes' => "-$said\r\n"]);
        $check($one->config() + ['password' => $secret], $call, "one server, $command", $said);
        $one->clear();
        $ofCluster->rule(['command' => $command, 'do' => 'answer', 'bytes' => "-$said\r\n"]);
        $ofCluster->rule(['command' => 'CLUSTER', 'do' => 'answer', 'bytes' => $map]);
        $check(['cluster' => ["127.0.0.1:$ofCluster->port"], 'password' => $secret] + Pass::access(), $call, "a node, $command", $said);
        $ofCluster->clear();
    }
    $sentinel->rule(['command' => 'SENTINEL', 'do' => 'answer', 'bytes' => "-$said\r\n"]);
    $own = ['sentinel' => ['password' => $secret] + SentinelSet::asking([$sentinel])['sentinel']];
    $check($own + Pass::access(), $calls['SET'], 'a sentinel', $said);
    $sentinel->clear();
}
echo 'done';
?>
--EXPECT--
done
