--TEST--
The server restarts, stops, is demoted, loses rights or forgets its scripts between the release and its answer: the next call makes up for it
--FILE--
<?php
// What happens right before the release, and what ends it.
$troubles = [
    'restarted' => [fn (RedisServer $server) => $server->pause(), function (RedisServer $server): void {
        // The release is lost with the process. The lock is in the file.
        $server->restart(kill: true);
    }],
    'stopped' => [fn (RedisServer $server) => $server->pause(), fn (RedisServer $server) => $server->resume()],
    'demoted' => [
        fn (RedisServer $server) => $server->client()->call('REPLICAOF', '127.0.0.1', 1),
        fn (RedisServer $server) => $server->client()->call('REPLICAOF', 'NO', 'ONE'),
    ],
    'out of rights' => [
        fn (RedisServer $server) => $server->client()->call('ACL', 'SETUSER', 'default', '-evalsha', '-eval'),
        fn (RedisServer $server) => $server->client()->call('ACL', 'SETUSER', 'default', '+evalsha', '+eval'),
    ],
    'without the scripts' => [fn (RedisServer $server) => $server->client()->call('SCRIPT', 'FLUSH'), fn () => null],
    'killed connections' => [
        fn (RedisServer $server) => $server->pause(),
        function (RedisServer $server): void {
            $server->resume();
            $server->client()->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        },
    ],
];
$next = [
    'lock' => fn (RedisMutexLock $lock) => $lock->lock('a', 0, 60) && $lock->unlock('a'),
    'a wait' => fn (RedisMutexLock $lock) => $lock->lock('a', 20, 60) && $lock->unlock('a'),
    'lock of another name' => fn (RedisMutexLock $lock) => $lock->lock('b', 0, 60) && $lock->unlock('b'),
    'isLocked' => fn (RedisMutexLock $lock) => !$lock->isLocked('a'),
    'lock by that token' => fn (RedisMutexLock $lock, string $token) => $lock->lock('a', 0, 60, token: $token) && $lock->unlock('a'),
    'adopt' => fn (RedisMutexLock $lock, string $token) => !$lock->adopt('a', $token, 60),
    'synchronized' => fn (RedisMutexLock $lock) => $lock->synchronized('a', fn () => true, 0, 60),
    'nothing' => fn () => true,
];
$cases = [];
foreach ($troubles as $trouble => [$begin, $end]) {
    foreach ($next as $what => $call) {
        $cases["$trouble, then $what"] = [$begin, $end, $call];
    }
}
Together::each($cases, function (array $case, string $what): void {
    [$begin, $end, $call] = $case;
    $server = RedisServer::start(['appendonly' => 'yes', 'appendfsync' => 'always']);
    $lock = Ahead::object($server->config() + ['command_timeout' => 20]);
    foreach (['unlock', 'unlockAll'] as $method) {
        // A connection that is new awaits its first release.
        Ahead::warm($lock, 'w');
        Check::true($lock->lock('a', 0, 600), "$what, $method: lock");
        $token = $lock->token('a');
        $begin($server);
        Check::true($method === 'unlock' ? $lock->unlock('a') : $lock->unlockAll(), "$what, $method");
        Check::same([], $lock->held(), "$what, $method: held");
        $end($server);
        Check::true($call($lock, $token), "$what, $method: what comes next");
    }
    // Reads what is owed, and makes up for it.
    unset($lock);
    Check::eventually(fn (): bool => $server->client()->call('KEYS', 'lock:*') === [], 5, "$what: nothing is left");
}, most: 4);
echo "done\n";
?>
--EXPECT--
done
