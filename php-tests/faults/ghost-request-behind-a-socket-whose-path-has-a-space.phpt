--TEST--
A request in a dead connection to a Unix socket is never executed, though the path of the socket has a space
--FILE--
<?php
// The server names its clients by the path of its own socket: addr=/…/my own redis.sock:0.
$server = RedisServer::start(['unixsocket' => 'my own redis.sock']);
$redis = $server->client();
$proxy = Proxy::toSocket($server);
$lock = new RedisMutexLock(['path' => $proxy->socket, 'command_timeout' => 0.6, 'retry_for' => 60]);
Check::true($lock->lock('warm') && $lock->unlock('warm'), 'the script is known');
foreach ([true, false] as $stall) {
    $how = $stall ? 'silent' : 'closed';
    // The server has not read the SET yet when the client gives up.
    $ghost = ['do' => 'ghost', 'ms' => 1800] + ($stall ? ['stall' => true] : []);
    $proxy->rule(['command' => 'SET', 'times' => 1] + $ghost);
    Check::true($lock->lock('a', 0, 60), "$how: lock");
    Check::true($lock->unlock('a'), "$how: unlock");
    $proxy->clear();
    // During this time the late request would reach the server.
    usleep(2_300_000);
    Check::same(0, $redis->call('EXISTS', 'lock:a'), "$how: no late SET");
}
// The path of the socket may also be the client's own.
$lock = new RedisMutexLock(['path' => $server->socket]);
Check::true($lock->lock('b') && $lock->unlock('b'), 'without a proxy');
echo "done\n";
?>
--EXPECT--
done
