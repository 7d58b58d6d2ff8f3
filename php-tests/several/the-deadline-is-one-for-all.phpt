--TEST--
After its deadline lockAll() has nothing, neither what it got on the way nor a place in a queue
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock($server->url());
Check::true($holder->lockAll(['c', 'f'], 0, 60), 'held');
$lock = new RedisMutexLock($server->url());
$began = hrtime(true);
Check::same(false, $lock->lockAll(['a', 'b', 'c', 'd'], 0.3, 60), 'refused');
Check::between(0.29, 5, (hrtime(true) - $began) / 1e9, 'seconds');
Check::same([], $lock->held(), 'nothing is held');
Check::same(2, $redis->call('DBSIZE'), 'keys of the holder alone');
$thrown = Check::throws(
    RedisMutexLockTimeoutException::class,
    static fn () => $lock->synchronizedAll(['a', 'f'], static fn () => throw new Exception('called'), 0.1),
);
Check::true(
    str_starts_with($thrown->getMessage(), 'RedisMutexLock::synchronizedAll(): "f" is held by another owner and was not free within 0.1 seconds'),
    $thrown->getMessage(),
);
Check::same(2, $redis->call('DBSIZE'), 'keys of the holder alone');
Check::same([0, 2], [RedisMutexLock::stats()['lost'], RedisMutexLock::stats()['acquired']], 'what counts');
echo "done\n";
?>
--EXPECT--
done
