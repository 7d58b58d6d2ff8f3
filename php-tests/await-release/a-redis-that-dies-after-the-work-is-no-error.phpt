--TEST--
While the lease is valid, unlock throws nothing although Redis has died, is stopped or refuses; after the lease it is false
--FILE--
<?php
$deaths = [
    'killed' => fn (RedisServer $server) => $server->kill(),
    'ended' => fn (RedisServer $server) => $server->stop(),
    'stopped' => fn (RedisServer $server) => $server->pause(),
    'without memory' => fn (RedisServer $server) => $server->client()->call('CONFIG', 'SET', 'maxmemory', 1),
    'a replica now' => fn (RedisServer $server) => $server->client()->call('REPLICAOF', '127.0.0.1', 1),
    'no connection more' => function (RedisServer $server): void {
        $redis = $server->client();
        $redis->call('CONFIG', 'SET', 'maxclients', 1);
        $redis->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    },
];
$cases = [];
foreach ($deaths as $death => $do) {
    foreach (['unlock', 'release', 'unlockAll'] as $method) {
        // The first release of a connection is awaited, and is owed if it has no answer.
        foreach ([true, false] as $warm) {
            $cases["$death, $method, " . ($warm ? 'warm' : 'the first release')] = [$do, $method, $warm];
        }
    }
}
Together::each($cases, function (array $case, string $what): void {
    [$do, $method, $warm] = $case;
    $server = RedisServer::start();
    $config = $server->config() + ['await_release' => false, 'command_timeout' => 0.5];
    $lock = new RedisMutexLock($config);
    $warm && Ahead::warm($lock);
    foreach (['a', 'b'] as $name) {
        Check::true($lock->lock($name, 0, 60), "$what: lock");
    }
    $do($server);
    $released = 0;
    $work = function () use ($lock, $method, &$released): string {
        try {
            return 'the work';
        } finally {
            $released += (int) ($method === 'unlockAll' ? $lock->unlockAll() : $lock->$method('a'));
        }
    };
    $began = hrtime(true);
    Check::same(['the work', 1], [$work(), $released], "$what: what the caller gets");
    Check::between(0, 2 * 0.5 + 2, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::same($method === 'unlockAll' ? [] : ['b'], $lock->held(), "$what: held");
    Check::same([null, null], [$lock->token('a'), $lock->remaining('a')], "$what: not mine any longer");
    Check::same(false, $lock->unlock('a'), "$what: the second time");
});

// A lease that has run out is false without an answer, and never true.
$server = RedisServer::start();
$lock = Ahead::object($server->config() + ['command_timeout' => 0.3]);
Check::true($lock->lock('a', 0, 0.2) && $lock->lock('b', 0, 0.2), 'short locks');
Check::eventually(fn (): bool => $lock->remaining('a') === null && $lock->remaining('b') === null, 5, 'their end');
$server->kill();
Check::same(false, $lock->unlock('a'), 'unlock of what ran out');
Check::same(false, $lock->unlockAll(), 'unlockAll of what ran out');

// What only a person can mend is no error of the work either: the next lock of the name says it, and works once the right is back.
$server = RedisServer::start();
$lock = new RedisMutexLock($server->config() + ['await_release' => false]);
Check::true($lock->lock('a', 0, 60), 'lock');
$server->client()->call('ACL', 'SETUSER', 'default', '-evalsha', '-eval');
Check::true($lock->unlock('a'), 'unlock without the right');
Check::same([], $lock->held(), 'held after it');
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 0, 60), 'NOPERM');
$server->client()->call('ACL', 'SETUSER', 'default', '+evalsha', '+eval');
Check::true($lock->lock('a', 0, 60), 'the next lock frees the token first');
echo "done\n";
?>
--EXPECT--
done
