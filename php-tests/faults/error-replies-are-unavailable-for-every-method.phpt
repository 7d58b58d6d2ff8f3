--TEST--
After any error reply every method throws RedisMutexLockUnavailableException with the words of the server, and the next call works
--FILE--
<?php
$errors = [
    'LOADING Redis is loading the dataset in memory',
    'READONLY You can\'t write against a read only replica.',
    'OOM command not allowed when used memory > \'maxmemory\'.',
    'NOREPLICAS Not enough good replicas to write.',
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    'MISCONF Redis is configured to save RDB snapshots, but it\'s currently unable to persist to disk.',
    'MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to \'no\'.',
    'CLUSTERDOWN The cluster is down',
    'MOVED 3999 127.0.0.1:6381',
    'TRYAGAIN Multiple keys request during rehashing of slot',
    'NOPERM this user has no permissions to run the \'x\' command',
    'EXECABORT Transaction discarded because of previous errors.',
    'ERR unknown command',
    'ERR max number of clients reached',
];
$server = RedisServer::shared();
$proxy = Proxy::to($server);
$config = ['url' => $proxy->url(), 'command_timeout' => 5];
$name = Check::unique('name');
$commands = ['SET', 'GET', 'EXISTS', 'EVAL*', 'SCAN'];
// An error reply is a reply, and the connection stays good. But a connection to a demoted master is opened anew: it may
// lead to another server then.
$leaves = fn (string $error): bool => in_array(strstr($error, ' ', true), ['READONLY', 'MASTERDOWN'], true);
(new RedisMutexLock($config))->isLocked($name);
foreach ($errors as $error) {
    // A real server never answers GET with OOM, but the methods must not depend on that.
    $calls = [
        'lock' => fn (RedisMutexLock $lock) => $lock->lock("$name-free"),
        'isLocked' => fn (RedisMutexLock $lock) => $lock->isLocked($name),
        'owner' => fn (RedisMutexLock $lock) => $lock->owner($name),
        'isLocking' => fn (RedisMutexLock $lock) => $lock->isLocking($name),
        'forceUnlock' => fn (RedisMutexLock $lock) => $lock->forceUnlock($name),
        'expire' => fn (RedisMutexLock $lock) => $lock->expire($name, 90),
        'adopt' => fn (RedisMutexLock $lock) => $lock->adopt("$name-free", str_repeat('a', 32), 5),
        'synchronized' => fn (RedisMutexLock $lock) => $lock->synchronized("$name-free", fn () => throw new Error('called'), 0, 5),
        'list' => fn (RedisMutexLock $lock) => $lock->list($name),
        'lock under a token' => fn (RedisMutexLock $lock) => $lock->lock("$name-free", token: RedisMutexLock::generateToken()),
        'expire with a token' => fn (RedisMutexLock $lock) => $lock->expire($name, 90, 'somebody'),
        'unlock with a token' => fn (RedisMutexLock $lock) => $lock->unlock($name, 'somebody'),
        'unlock' => fn (RedisMutexLock $lock) => $lock->unlock($name),
        'unlockAll' => fn (RedisMutexLock $lock) => $lock->unlockAll(),
    ];
    $accepted = $proxy->accepted();
    foreach ([false, true] as $fencing) {
        $lock = new RedisMutexLock($config + ['fencing' => $fencing]);
        Check::true($lock->lock($name, 0, 60), "$error: lock before");
        array_map(fn (string $command) => $proxy->rule(['command' => $command, 'do' => 'answer', 'bytes' => "-$error\r\n"]), $commands);
        foreach ($calls as $call) {
            Check::throws(RedisMutexLockUnavailableException::class, fn () => $call($lock), $error);
        }
        $proxy->clear();
        Check::true($lock->lock($name, 0, 60), "$error: the next call works, once the old token is released");
        Check::true($lock->unlockAll(), "$error: unlockAll");
    }
    Check::same($leaves($error), $proxy->accepted() > $accepted, "$error: connections opened");
}
Check::same(0, $server->client()->call('EXISTS', "lock:$name", "lock:$name-free"), 'keys left');
echo "done\n";
?>
--EXPECT--
done
