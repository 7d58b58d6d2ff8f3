--TEST--
A lock that the server grants in spite of an error reply is Unavailable; the next command for the name frees its token, or the end of the object or request
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('name');
$warm = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
Check::true($warm->lock("w$name") && $warm->unlock("w$name"), 'the scripts are known');

/** The server executes the next lock. The client gets an error instead, as for another command. */
$lie = function (bool $fencing, string $error) use ($proxy): void {
    $proxy->clear();
    $proxy->rule(['command' => $fencing ? 'EVALSHA' : 'SET', 'times' => 1, 'do' => 'garbage', 'bytes' => "-$error\r\n"]);
};
$ends = [
    'the next lock' => function (RedisMutexLock &$lock) use ($name, $redis): void {
        $old = $redis->call('GET', "lock:$name");
        Check::true($lock->lock($name, 0, 60), 'the next lock');
        Check::true($lock->token($name) !== $old, 'a new token');
        Check::same($lock->token($name), $redis->call('GET', "lock:$name"), "the key's token");
        Check::true($lock->unlock($name), 'its unlock');
    },
    'unlock' => fn (RedisMutexLock &$lock) => $lock->unlock($name),
    'unlockAll' => fn (RedisMutexLock &$lock) => $lock->unlockAll(),
    'the object' => function (?RedisMutexLock &$lock): void {
        $lock = null;
    },
];
// These are not Redis' own words: a proxy in between may have answered.
$errors = [
    'ERR something',
    'ERR upstream timed out',
    'ERR READONLY is not the first word',
    'UPSTREAM the server behind this proxy did not answer in time',
    'oom is not a word of Redis',
];
foreach ([false, true] as $fencing) {
    foreach ($errors as $error) {
        foreach ($ends as $end => $call) {
            $case = "$error, $end" . ($fencing ? ', fencing' : '');
            $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5, 'fencing' => $fencing]);
            $lie($fencing, $error);
            Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 60), $error);
            Check::same(1, $redis->call('EXISTS', "lock:$name"), "$case: the server did it");
            Check::same([null, [], false], [$lock->token($name), $lock->held(), $lock->isLocking($name)], "$case: not held");
            $call($lock);
            Check::same(0, $redis->call('EXISTS', "lock:$name"), "$case: freed");
        }
    }
    // The object still lives at the end of the request.
    foreach (['exit' => 0, 'exception' => 255] as $end => $code) {
        $lie($fencing, 'ERR something');
        $worker = Worker::run(<<<'PHP'
            [, $url, $fencing, $name, $end] = $argv;
            $lock = new RedisMutexLock(['url' => $url, 'command_timeout' => 5, 'fencing' => $fencing]);
            try {
                say($lock->lock($name, 0, 60) ? 'granted' : 'refused');
            } catch (RedisMutexLockUnavailableException) {
                say('unavailable');
            }
            hear();
            $end === 'exit' ? exit(0) : throw new Exception('uncaught');
            PHP, [$proxy->url(), (int) $fencing, $name, $end]);
        $worker->expect('unavailable');
        Check::same(1, $redis->call('EXISTS', "lock:$name"), "$end: the server did it");
        $worker->tell('end');
        Check::same($code, $worker->wait(), "$end: exit status");
        Check::same(0, $redis->call('EXISTS', "lock:$name"), "$end: freed");
    }
}
echo "done\n";
?>
--EXPECT--
done
