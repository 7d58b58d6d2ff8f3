--TEST--
A lock that lost both tries is Unavailable and not held, and the next lock of that name first frees the old token
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('name');
$warm = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
Check::true($warm->lock("w$name") && $warm->unlock("w$name"), 'the scripts are known');
Together::each(['plain' => false, 'fencing' => true], function (bool $fencing) use ($server): void {
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    $config = ['url' => $proxy->url(), 'command_timeout' => 0.6, 'retry_for' => 60];
    $lock = new RedisMutexLock($config + ['fencing' => $fencing]);
    Check::same(false, $lock->isLocked($name), 'connected');
    foreach ([['cutAfter', 'cutAfter'], ['swallow', 'swallow'], ['cutAfter', 'stall'], ['cutBefore', 'swallow'], ['stall', 'stall']] as [$first, $second]) {
        $case = "$first, $second" . ($fencing ? ', fencing' : '');
        $rules = $fencing ? [['EVALSHA', 1, $first], ['EVALSHA', 2, $second]] : [['SET', 1, $first], ['EVAL*', 1, $second]];
        foreach ($rules as [$command, $nth, $do]) {
            $proxy->rule(['command' => $command, 'nth' => $nth, 'do' => $do]);
        }
        $began = hrtime(true);
        Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 60));
        Check::between(0, 2 * 0.6 + 2, (hrtime(true) - $began) / 1e9, "$case: seconds");
        $left = $redis->call('GET', "lock:$name");
        Check::same($case !== 'stall, stall' . ($fencing ? ', fencing' : ''), $left !== null, "$case: whether the server did it");
        // An unknown outcome counts as not held.
        Check::same([null, null, null, []], [$lock->token($name), $lock->remaining($name), $lock->fence($name), $lock->held()], $case);
        Check::same(false, $lock->isLocking($name), "$case: isLocking");
        $proxy->clear();
        // Without the release lock would be false for the 60 s of our own lease.
        Check::true($lock->lock($name, 0, 60), "$case: the next lock");
        Check::true($lock->token($name) !== $left, "$case: under a new token");
        Check::same($lock->token($name), $redis->call('GET', "lock:$name"), "$case: which is the key's");
        Check::true($lock->unlock($name), "$case: unlock");
        Check::same(0, $redis->call('EXISTS', "lock:$name"), "$case: keys left");
    }
});
echo "done\n";
?>
--EXPECT--
done
