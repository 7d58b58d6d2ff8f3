--TEST--
An unlock that lost both tries is Unavailable; the lock counts as not held, and the next command for the name releases the token
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$cases = [];
foreach (['cutBefore', 'cutAfter', 'stall', 'swallow'] as $do) {
    foreach (['unlock', 'unlockAll', 'synchronized'] as $first) {
        $cases["$first, $do"] = [$first, $do];
    }
}
Together::each($cases, function (array $case) use ($server): void {
    [$first, $do] = $case;
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    // Only silence costs a whole command_timeout.
    $timeout = in_array($do, ['stall', 'swallow'], true) ? 0.6 : 5;
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => $timeout]);
    Check::true($lock->lock("w$name") && $lock->unlock("w$name"), 'the scripts are known');
    $next = [
        'unlock' => fn () => $lock->unlock($name),
        'unlockAll' => fn () => Check::true($lock->unlockAll(), 'unlockAll'),
        'lock and unlock' => fn () => Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), 'lock and unlock'),
        'adopt' => fn () => Check::same(false, $lock->adopt($name, 'x', 60), 'adopt'),
        'synchronized' => fn () => Check::same(1, $lock->synchronized($name, fn () => 1, 0, 60), 'synchronized'),
    ];
    foreach ($next as $command => $call) {
        $case = "then $command";
        if ($first === 'synchronized') {
            // The work was done under the lock, so its result counts.
            $result = $lock->synchronized($name, function () use ($proxy, $do): string {
                $proxy->rule(['command' => 'EVAL*', 'times' => 2, 'do' => $do]);

                return 'result';
            }, 0, 60);
            Check::same('result', $result, $case);
        } else {
            Check::true($lock->lock($name, 0, 60), "$case: lock");
            $proxy->rule(['command' => 'EVAL*', 'times' => 2, 'do' => $do]);
            $began = hrtime(true);
            Check::throws(RedisMutexLockUnavailableException::class, fn () => $first === 'unlock' ? $lock->unlock($name) : $lock->unlockAll());
            Check::between(0, 2 * 0.6 + 2, (hrtime(true) - $began) / 1e9, "$case: seconds");
        }
        // A request that is still in flight would pass without the rule.
        $proxy->drop();
        $proxy->clear();
        $did = in_array($do, ['cutAfter', 'swallow'], true);
        Check::same($did ? 0 : 1, $redis->call('EXISTS', "lock:$name"), "$case: whether the server did it");
        Check::same([null, [], false], [$lock->token($name), $lock->held(), $lock->isLocking($name)], "$case: not held");
        $call();
        Check::same(0, $redis->call('EXISTS', "lock:$name"), "$case: released");
    }
});
$proxy = Proxy::to($server);
$name = Check::unique('name');
// A lock that another holder has taken meanwhile stays as it is.
$lock = new RedisMutexLock($proxy->url());
Check::true($lock->lock($name, 0, 60), 'lock');
$proxy->rule(['command' => 'EVAL*', 'times' => 2, 'do' => 'cutAfter']);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->unlock($name));
$proxy->clear();
$redis->call('SET', "lock:$name", 'somebody', 'PX', 60000);
Check::same(false, $lock->lock($name), 'held by somebody');
Check::same('somebody', $redis->call('GETDEL', "lock:$name"), 'and still his');
echo "done\n";
?>
--EXPECT--
done
