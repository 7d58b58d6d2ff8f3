--TEST--
A proxy that knows EVAL and not EVALSHA works: each script goes whole
--FILE--
<?php
$server = RedisServer::start();
foreach (["ERR unknown command 'EVALSHA'", 'ERR unknown command `evalsha`, with args beginning with: '] as $words) {
    $proxy = Proxy::to($server, ['command' => 'EVALSHA', 'do' => 'answer', 'bytes' => "-$words\r\n"]);
    $lock = new RedisMutexLock([...$proxy->config(), 'fencing' => true, 'command_timeout' => 5]);
    Check::true($lock->lock('a', 0, 60), 'lock');
    Check::same(true, $lock->expire('a', 70), 'expire');
    Check::true($lock->fence('a') > 0, 'fence');
    Check::true($lock->unlock('a'), 'unlock');
    $names = array_map(static fn (int $i): string => "many$i", range(1, 250));
    foreach ($names as $name) {
        $lock->lock($name, 0, 60);
    }
    Check::same(250, count($lock->held()), 'held');
    Check::true($lock->unlockAll(), 'unlockAll');
    Check::same([], $server->client()->call('KEYS', 'lock:many*[0-9]'), 'what is left');
    // A wait needs scripts too.
    $other = new RedisMutexLock($server->config());
    Check::true($other->lock('b', 0, 0.5), 'held by another');
    Check::true($lock->lock('b', 20, 60), 'a wait');
    Check::true($lock->unlock('b'), 'unlock after a wait');
}
echo 'done';
?>
--EXPECT--
done
