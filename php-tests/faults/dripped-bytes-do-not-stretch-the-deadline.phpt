--TEST--
A reply in single bytes, each in time, is given up at the deadline of its command
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$slow = ['do' => 'drip', 'ms' => 300];
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.4]);
Check::true($lock->lock('held', 5, 60), 'before');
$redis->call('SET', 'lock:theirs', str_repeat('t', 32));

// Each reply takes 1.2 s or more, and no byte takes more than 0.3 s. A timeout for each read would accept all of them.
$calls = [
    'lock' => [fn () => $lock->lock('a', 0, 60), ['SET', 'EVAL*']],
    'owner' => [fn () => $lock->owner('theirs'), ['GET']],
    'isLocking' => [fn () => $lock->isLocking('held'), ['GET']],
    'expire' => [fn () => $lock->expire('held', 90), ['EVAL*']],
    'unlock' => [fn () => $lock->unlock('held'), ['EVAL*']],
    'a connection' => [fn () => $lock->isLocked('held'), ['CLIENT INFO']],
];
foreach ($calls as $what => [$call, $commands]) {
    if ($what === 'a connection') {
        $proxy->drop();
    }
    foreach ($commands as $command) {
        $proxy->rule(['command' => $command] + $slow);
    }
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, $call, "127.0.0.1:$proxy->port, database 0");
    Check::between(0.4, 2 * 0.4 + 2, (hrtime(true) - $began) / 1e9, "$what: seconds");
    $proxy->clear();
}
Check::true($lock->unlockAll(), 'the tokens whose fate was unknown are released');
Check::same(0, $redis->call('EXISTS', 'lock:a', 'lock:held'), 'keys left');

// A slow reply that is in time is an answer like any other.
$proxy->rule(['do' => 'drip', 'ms' => 1]);
$patient = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 10, 'fencing' => true]);
Check::true($patient->lock('a', 0, 60), 'lock');
Check::same($patient->token('a'), $patient->owner('a'), 'owner');
Check::true($patient->unlock('a'), 'unlock');
echo "done\n";
?>
--EXPECT--
done
