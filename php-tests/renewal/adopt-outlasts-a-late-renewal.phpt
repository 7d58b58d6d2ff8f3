--TEST--
A renewal that is executed late does not undo the lifetime that adopt gives: of the own lock, or of a detached one elsewhere
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
// The server knows the script by its hash. Otherwise the late renewal would be sent again, whole.
$redis->call('SCRIPT', 'LOAD', Script::text('renew'));
$late = ['with' => Script::sha('renew'), 'do' => 'delay', 'ms' => 700];
foreach (['its own', 'elsewhere'] as $whose) {
    $proxy = Proxy::to($server, $late);
    $lock = new RedisMutexLock([...$proxy->config(), 'lease' => 4.5, 'command_timeout' => 3]);
    $name = Check::unique('late');
    Check::true($lock->lock($name, expire: null), "$whose: lock");
    Check::eventually(fn (): bool => in_array('delay', array_column($proxy->log(), 'did'), true), 5, "$whose: a renewal is in flight");
    if ($whose === 'its own') {
        Check::true($lock->adopt($name, $lock->token($name), 1.5), "$whose: adopt");
        $owner = $lock->token($name);
    } else {
        $other = new RedisMutexLock($server->config());
        Check::true($other->adopt($name, $lock->detach($name), 1.5), "$whose: adopt");
        $owner = $other->token($name);
    }
    $before = $redis->call('PTTL', "lock:$name");
    Check::between(1, 1500, $before, "$whose: the new lifetime");
    while (($now = $redis->call('PTTL', "lock:$name")) !== -2) {
        Check::true($now <= $before, "$whose: it never rises again: $before ms, then $now ms");
        $before = $now;
        Check::true(in_array($redis->call('GET', "lock:$name"), [$owner, null], true), "$whose: whose it is");
    }
}
echo 'done';
?>
--EXPECT--
done
