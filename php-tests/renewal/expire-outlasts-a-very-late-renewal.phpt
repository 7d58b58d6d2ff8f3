--TEST--
A renewal that is executed 2.5 s late, within a long command_timeout, does not undo the lifetime of an expire()
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server, ['with' => Script::sha('renew'), 'do' => 'delay', 'ms' => 2500]);
$lock = new RedisMutexLock([...$proxy->config(), 'lease' => 13.5, 'command_timeout' => 5]);
$name = Check::unique('late');
Check::true($lock->lock($name, expire: null), 'lock');
Check::eventually(fn (): bool => in_array('delay', array_column($proxy->log(), 'did'), true), 10, 'a renewal is in flight');
Check::true($lock->expire($name, 3), 'expire');
$before = $redis->call('PTTL', "lock:$name");
Check::between(1, 3000, $before, 'the new lifetime');
while (($now = $redis->call('PTTL', "lock:$name")) !== -2) {
    Check::true($now <= $before, "it never rises again: $before ms, then $now ms");
    $before = $now;
}
echo 'done';
?>
--EXPECT--
done
