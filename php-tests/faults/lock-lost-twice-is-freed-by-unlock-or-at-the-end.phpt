--TEST--
The token of a lock that lost both tries is released by unlock, unlockAll, the death of the object or the end of the request, also without auto_release
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('name');
$lose = function () use ($proxy): void {
    $proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'swallow']);
    $proxy->rule(['command' => 'EVAL*', 'times' => 1, 'do' => 'cutAfter']);
};
$make = fn (bool $auto = true) => new RedisMutexLock(
    ['url' => $proxy->url(), 'command_timeout' => 0.5, 'retry_for' => 60, 'auto_release' => $auto],
);
$ends = [
    'unlock' => fn (RedisMutexLock &$lock) => $lock->unlock($name),
    'unlockAll' => fn (RedisMutexLock &$lock) => Check::true($lock->unlockAll(), 'unlockAll: what was never known to be held cannot be lost'),
    'the object' => function (?RedisMutexLock &$lock): void {
        $lock = null;
    },
];
foreach ($ends as $end => $call) {
    foreach ([true, false] as $auto) {
        $lock = $make($auto);
        Check::same(false, $lock->isLocked($name), "$end: free before");
        $lose();
        Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 60));
        $proxy->clear();
        Check::same(1, $redis->call('EXISTS', "lock:$name"), "$end: the server did it");
        $call($lock);
        Check::same(0, $redis->call('EXISTS', "lock:$name"), "$end: released");
    }
}
$code = <<<'PHP'
    $lock = new RedisMutexLock(
        ['url' => $argv[1], 'command_timeout' => 0.5, 'retry_for' => 60, 'auto_release' => $argv[3] === '1'],
    );
    $lock->isLocked($argv[2]);
    say('ready');
    hear();
    try {
        $lock->lock($argv[2], 0, 60);
        say('granted');
    } catch (RedisMutexLockUnavailableException) {
        say('unavailable');
    }
    hear();
    $argv[4] === 'exit' ? exit(0) : throw new Exception('uncaught');
    PHP;
foreach (['exit', 'exception'] as $end) {
    foreach (['1', '0'] as $auto) {
        $worker = Worker::run($code, [$proxy->url(), $name, $auto, $end]);
        $worker->expect('ready');
        $lose();
        $worker->tell('lock');
        $worker->expect('unavailable');
        $proxy->clear();
        Check::same(1, $redis->call('EXISTS', "lock:$name"), "$end: the server did it");
        $worker->tell('end');
        Check::same($end === 'exit' ? 0 : 255, $worker->wait(), "$end: exit status");
        Check::same(0, $redis->call('EXISTS', "lock:$name"), "$end, auto_release $auto: released");
    }
}
echo "done\n";
?>
--EXPECT--
done
