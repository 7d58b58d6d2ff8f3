--TEST--
lock, adopt and synchronized survive one lost command or reply: true, one grant, and the same fencing token as in Redis
--FILE--
<?php
$verbs = [
    'lock' => [fn (RedisMutexLock $lock) => $lock->lock('a', 0, 60), 'SET'],
    'lock, fencing' => [fn (RedisMutexLock $lock) => $lock->lock('a', 0, 60), 'EVALSHA'],
    'lock, waiting' => [fn (RedisMutexLock $lock) => $lock->lock('a', 5, 60), 'SET'],
    'lock, fencing, waiting' => [fn (RedisMutexLock $lock) => $lock->lock('a', 5, 60), 'EVALSHA'],
    'adopt' => [fn (RedisMutexLock $lock) => $lock->adopt('a', 'detached', 60), 'EVALSHA'],
    'adopt, fencing' => [fn (RedisMutexLock $lock) => $lock->adopt('a', 'detached', 60), 'EVALSHA'],
];
LostReply::each(function (RedisServer $server, Proxy $proxy, callable $lose, array $config) use ($verbs): void {
    $redis = $server->client();
    $owned = function (RedisMutexLock $lock, string $case) use ($redis, $server): void {
        $token = $lock->token('a');
        Check::same($token, $redis->call('GET', 'lock:a'), "$case: the key is of this lock");
        Check::same(['a'], $lock->held(), "$case: held");
        Check::between(50_000, 60_000, $redis->call('PTTL', 'lock:a'), "$case: PTTL");
        [$fence, $of] = $redis->call('HMGET', 'lock:a:fence:{lock:a}', 'fence', 'token');
        if (str_contains($case, 'fencing')) {
            Check::same([(int) $fence, $of], [$lock->fence('a'), $token], "$case: the fence and its token in Redis");
        }
        Check::same(false, @(new RedisMutexLock($server->url()))->lock('a'), "$case: nobody else gets it");
    };
    $number = 0;
    foreach ($verbs as $verb => [$call, $command]) {
        foreach (['a rested connection', 'a fresh connection'] as $which) {
            $case = "$verb, $which";
            // Each name of a connection makes a connection of its own.
            $own = ['fencing' => str_contains($verb, 'fencing'), 'retry_for' => 60, 'name' => 'c' . ++$number];
            $lock = new RedisMutexLock($config + $own);
            $proxy->clear();
            $which === 'a fresh connection' || $lock->isLocked('warm');
            if (str_contains($verb, 'adopt')) {
                $redis->call('SET', 'lock:a', 'detached', 'PX', 10_000);
            }
            $lose($command);
            Check::true($call($lock), $case);
            $owned($lock, $case);
            Check::true($lock->unlock('a'), "$case: unlock");
            Check::same(0, $redis->call('EXISTS', 'lock:a'), "$case: the key is gone");
        }
    }
    $proxy->clear();
    $lock = new RedisMutexLock($config + ['fencing' => true, 'retry_for' => 60]);
    $lose('EVALSHA');
    $result = $lock->synchronized('a', function () use ($lock, $owned): string {
        $owned($lock, 'synchronized, fencing');

        return 'result';
    }, 0, 60);
    Check::same(['result', 0], [$result, $redis->call('EXISTS', 'lock:a')], 'synchronized');
});
echo "done\n";
?>
--EXPECT--
done
