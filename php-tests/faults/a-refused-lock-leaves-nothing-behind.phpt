--TEST--
After a lock() that Redis refuses in its own words unlock is false and unlockAll is true, and no release is ever sent
--FILE--
<?php
$refusals = [
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    'CLUSTERDOWN The cluster is down',
    'LOADING Redis is loading the dataset in memory',
    'MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to \'no\'.',
    'MISCONF Redis is configured to save RDB snapshots, but it\'s currently unable to persist to disk.',
    'MOVED 3999 127.0.0.1:6381',
    'NOAUTH Authentication required.',
    'NOPERM this user has no permissions to run the \'set\' command',
    'NOREPLICAS Not enough good replicas to write.',
    'OOM command not allowed when used memory > \'maxmemory\'.',
    'READONLY You can\'t write against a read only replica.',
    'TRYAGAIN Multiple keys request during rehashing of slot',
];
$proxy = Proxy::to(RedisServer::shared());
foreach ($refusals as $words) {
    $lock = new RedisMutexLock($proxy->url());
    $name = Check::unique('name');
    $proxy->clear();
    $proxy->rule(['command' => 'SET', 'do' => 'answer', 'bytes' => "-$words\r\n"]);
    $word = explode(' ', $words)[0];
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 60), "$word ");
    $sent = count($proxy->log());
    Check::same([null, [], false], [$lock->token($name), $lock->held(), $lock->unlock($name)], "$word: unlock");
    Check::same(true, $lock->unlockAll(), "$word: unlockAll");
    $lock = null;
    Check::same($sent, count($proxy->log()), "$word: commands");
}

// A server that refuses by itself.
$server = RedisServer::start(['user' => ['mild on >s ~* +@all -set'], 'maxmemory-policy' => 'noeviction']);
$redis = $server->client();
$cases = [
    'OOM' => [['CONFIG', 'SET', 'maxmemory', 1], ['CONFIG', 'SET', 'maxmemory', 0], []],
    'NOREPLICAS' => [['CONFIG', 'SET', 'min-replicas-to-write', 1], ['CONFIG', 'SET', 'min-replicas-to-write', 0], []],
    'NOPERM' => [['PING'], ['PING'], ['username' => 'mild', 'password' => 's']],
    // No server listens there.
    'READONLY' => [['REPLICAOF', '127.0.0.1', 1], ['REPLICAOF', 'NO', 'ONE'], []],
];
foreach ($cases as $word => [$begin, $end, $user]) {
    $lock = new RedisMutexLock($server->config() + $user);
    $redis->call(...$begin);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 0, 60), "$word ");
    Check::same([false, true], [$lock->unlock('a'), $lock->unlockAll()], "$word: unlock, unlockAll");
    $redis->call(...$end);
    $lock = null;
}
Check::same([], array_filter(
    $redis->commandstats(),
    static fn (string $command): bool => str_starts_with($command, 'eval'),
    ARRAY_FILTER_USE_KEY,
), 'releases');
echo 'done';
?>
--EXPECT--
done
