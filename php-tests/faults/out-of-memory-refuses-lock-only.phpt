--TEST--
A server out of memory refuses new locks with its own words; unlock, expire, isLocking and unlockAll go on
--FILE--
<?php
$server = RedisServer::start(['maxmemory-policy' => 'noeviction']);
$redis = $server->client();
foreach ([false, true] as $fencing) {
    // The full server must also accept the scripts, for the first time.
    $redis->call('SCRIPT', 'FLUSH');
    $lock = new RedisMutexLock(['url' => $server->url(), 'fencing' => $fencing, 'command_timeout' => 0.5]);
    foreach (['a', 'b', 'c', 'd'] as $name) {
        Check::true($lock->lock($name, 0, 60), "$name before");
    }
    $detached = $lock->detach('d');
    $redis->call('CONFIG', 'SET', 'maxmemory', 1);

    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('new'), 'OOM ');
    Check::true(str_contains($thrown->getMessage(), "127.0.0.1:$server->port, database 0"), $thrown->getMessage());
    // The memory may become free, so a wait goes on to its deadline, and not beyond.
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('new', 0.4), 'OOM ');
    Check::between(0.4, 0.4 + 2 * 0.5 + 2, (hrtime(true) - $began) / 1e9, 'seconds of a wait of 0.4');
    Check::throws(
        RedisMutexLockUnavailableException::class,
        fn () => $lock->adopt('d', $detached, 60),
        'OOM ',
    );
    Check::same($detached, $redis->call('GET', 'lock:d'), 'the detached lock is as it was');

    Check::true($lock->isLocking('a'), 'isLocking');
    Check::true($lock->expire('a', 600), 'expire');
    Check::between(500_000, 600_000, $redis->call('PTTL', 'lock:a'), 'PTTL after expire');
    Check::true($lock->unlock('a'), 'unlock');
    Check::true($lock->unlockAll(), 'unlockAll');
    Check::same(0, $redis->call('EXISTS', 'lock:a', 'lock:b', 'lock:c', 'lock:new'), 'keys left');

    $redis->call('CONFIG', 'SET', 'maxmemory', 0);
    Check::true($lock->lock('new'), 'works again');
    Check::true($lock->adopt('d', $detached, 60), 'the same old token can be adopted again');
    Check::true($lock->unlockAll(), 'all released');
}
echo "done\n";
?>
--EXPECT--
done
