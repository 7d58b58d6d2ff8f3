--TEST--
A request left behind in a dead connection is never executed: the next connection has the server kill that one first
--FILE--
<?php
// The server has not read the request when the client gives up. It would read it 1.8 s after it was sent.
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.6, 'fencing' => true]);
$plain = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.6, 'retry_for' => 60]);
Check::true($lock->lock('warm') && $lock->expire('warm', 20) && $lock->unlock('warm'), 'the scripts are known');
$executed = fn (string $command): int => $redis->commandstats()[$command] ?? 0;
foreach ([true, false] as $stall) {
    $ghost = ['times' => 1, 'do' => 'ghost', 'ms' => 1800] + ($stall ? ['stall' => true] : []);
    $how = $stall ? 'silent' : 'closed';

    // A late expire(5) would shorten the expire(600) after it.
    Check::true($lock->lock('a', 0, 60), "$how: lock");
    $proxy->rule(['command' => 'EVALSHA'] + $ghost);
    Check::true($lock->expire('a', 5), "$how: expire(5), asked again");
    Check::true($lock->expire('a', 600), "$how: expire(600)");
    $proxy->clear();

    // A late adopt would take a lock that was detached in the meantime.
    $redis->call('SET', 'lock:b', 'detached', 'PX', 60000);
    $proxy->rule(['command' => 'EVALSHA'] + $ghost);
    Check::true($lock->adopt('b', 'detached', 60) && $lock->unlock('b'), "$how: adopt and unlock");
    $proxy->clear();
    $redis->call('SET', 'lock:b', 'detached', 'PX', 60000);

    // A late SET would hold the name for 60 s.
    $sets = $executed('set');
    $plain->isLocked('c');
    $proxy->rule(['command' => 'SET'] + $ghost);
    Check::true($plain->lock('c', 0, 60), "$how: lock");
    $kill = array_values(array_filter($proxy->log(), fn (array $seen) => $seen['words'][1] === 'KILL'));
    $words = end($kill)['words'];
    Check::same(['CLIENT', 'KILL', 'ID', 'ADDR'], [$words[0], $words[1], $words[2], $words[4]], "$how: whom it has killed");
    Check::true($plain->unlock('c'), "$how: unlock");
    $proxy->clear();

    // During this time the last late request would reach the server.
    usleep(2_300_000);
    Check::between(500_000, 600_000, $redis->call('PTTL', 'lock:a'), "$how: PTTL");
    Check::true($lock->unlock('a'), "$how: unlock");
    Check::same('detached', $redis->call('GETDEL', 'lock:b'), "$how: no late adopt");
    // The repeated script did SET once, and the late request did not.
    Check::same(1, $executed('set') - $sets, "$how: SETs executed");
    Check::same(0, $redis->call('EXISTS', 'lock:c'), "$how: no late SET");
}
echo "done\n";
?>
--EXPECT--
done
