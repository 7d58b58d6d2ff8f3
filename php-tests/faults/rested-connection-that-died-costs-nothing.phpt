--TEST--
An idle connection that was killed by CLIENT KILL, by a restart or by the server's timeout is replaced: the next call works
--FILE--
<?php
$deaths = ['CLIENT KILL', 'CLIENT KILL, rested', 'restart', 'kill -9 and restart', 'timeout'];
Together::each($deaths, static function (string $death): void {
    $server = RedisServer::start();
    $ours = function () use ($server): array {
        return array_values(array_filter($server->client()->clients(), fn (array $client): bool => $client['name'] === 'ours'));
    };
    $kill = function () use ($server, $ours): void {
        Check::same(1, count($ours()), 'one connection to be killed');
        $server->client()->call('CLIENT', 'KILL', 'ID', $ours()[0]['id']);
    };
    $die = [
        'CLIENT KILL' => $kill,
        // Longer than the rest after which a connection is checked before its use.
        'CLIENT KILL, rested' => function () use ($kill): void {
            $kill();
            usleep(1_200_000);
        },
        'restart' => fn () => $server->restart(),
        'kill -9 and restart' => fn () => $server->restart(kill: true),
        'timeout' => function () use ($server, $ours): void {
            $server->client()->call('CONFIG', 'SET', 'timeout', 1);
            Check::eventually(fn () => $ours() === [], 15, 'the end of the idle connection');
            $server->client()->call('CONFIG', 'SET', 'timeout', 0);
        },
    ][$death];
    foreach ([false, true] as $fencing) {
        $calls = [
            'lock' => fn (RedisMutexLock $lock) => $lock->lock('new', 0, 60) && $lock->isLocking('new'),
            'lock, waiting' => fn (RedisMutexLock $lock) => $lock->lock('new', 5, 60) && $lock->isLocking('new'),
            'isLocked' => fn (RedisMutexLock $lock) => !$lock->isLocked('new'),
            'adopt' => function (RedisMutexLock $lock) use ($server): bool {
                $server->client()->call('SET', 'lock:new', 'detached');

                return $lock->adopt('new', 'detached', 60);
            },
            'synchronized' => fn (RedisMutexLock $lock) => $lock->synchronized('new', fn () => true, 0, 60),
            'expire' => fn (RedisMutexLock $lock) => $lock->expire('held', 90),
            'unlock' => fn (RedisMutexLock $lock) => $lock->unlock('held'),
        ];
        foreach ($calls as $method => $call) {
            // A restart loses the held locks. This test is not about that.
            if (str_contains($death, 'restart') && in_array($method, ['expire', 'unlock'], true)) {
                continue;
            }
            // These take seconds each, and differ from CLIENT KILL only in when the client notices the end: some methods are enough.
            if (in_array($death, ['timeout', 'CLIENT KILL, rested'], true) && ($fencing || !in_array($method, ['lock', 'unlock'], true))) {
                continue;
            }
            $lock = new RedisMutexLock(['url' => $server->url(), 'name' => 'ours', 'fencing' => $fencing]);
            Check::true($lock->lock('held', 0, 60), "$death, $method: lock before");
            $die();
            Check::true($call($lock), "$death, $method");
            Check::same(1, count($ours()), "$death, $method: connections");
            $lock->unlockAll();
        }
    }
});
echo "done\n";
?>
--EXPECT--
done
