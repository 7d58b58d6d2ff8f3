--TEST--
unlock() and expire() with another's token ask once more after a lost reply, and "not yours" is then a release; Unavailable keeps nothing
--FILE--
<?php
LostReply::each(function (RedisServer $server, Proxy $proxy, callable $loseNext, array $config): void {
    $redis = $server->client();
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock('warm') && $lock->expire('warm', 5) && $lock->unlock('warm'), 'the scripts are known');
    $lose = static function () use ($redis, $loseNext): void {
        $redis->call('SET', 'lock:theirs', 'somebody', 'PX', 60_000);
        $loseNext('EVAL*');
    };
    $lose();
    $moved = Stats::moved(fn () => Check::true($lock->unlock('theirs', 'somebody'), 'unlock'));
    Check::same(1, $moved['released'] ?? 0, 'counted once');
    Check::same(0, $redis->call('EXISTS', 'lock:theirs'), 'released');
    $proxy->clear();

    $lose();
    Check::true($lock->expire('theirs', 90, 'somebody'), 'expire');
    Check::between(80_000, 90_000, $redis->call('PTTL', 'lock:theirs'), 'PTTL');
    $proxy->clear();
    // The first release may have done it: nobody can tell that the token was never the owner's.
    $lose();
    Check::true($lock->unlock('theirs', 'never'), 'unlock with a wrong token after a lost reply');
    Check::same('somebody', $redis->call('GET', 'lock:theirs'), 'the lock stays');
    $proxy->clear();
    $lose();
    Check::same(false, $lock->expire('theirs', 90, 'never'), 'expire with a wrong token');
    $proxy->clear();
}, silence: 2);

$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
foreach (['cutBefore', 'cutAfter'] as $do) {
    foreach (['unlock' => fn ($lock) => $lock->unlock('theirs', 'somebody'), 'expire' => fn ($lock) => $lock->expire('theirs', 9, 'somebody')] as $what => $call) {
        $lock = new RedisMutexLock($proxy->url());
        Check::true($lock->lock('warm') && $lock->expire('warm', 5) && $lock->unlock('warm'), 'the scripts are known');
        $redis->call('SET', 'lock:theirs', 'somebody', 'PX', 60_000);
        $proxy->rule(['command' => 'EVAL*', 'times' => 2, 'do' => $do]);
        Check::throws(RedisMutexLockUnavailableException::class, fn () => $call($lock));
        $proxy->clear();
        $done = $what === 'unlock' && $do === 'cutAfter';
        Check::same($done ? 0 : 1, $redis->call('EXISTS', 'lock:theirs'), "$what, $do: whether the server did it");
        // Nothing of it is kept: neither the next command nor the end of the object releases it.
        $redis->call('SET', 'lock:theirs', 'somebody', 'PX', 60_000);
        Check::same([false, [], null], [$lock->lock('theirs'), $lock->held(), $lock->token('theirs')], "$what, $do: the next command");
        Check::true($lock->unlockAll(), "$what, $do: unlockAll");
        $lock = null;
        Check::same('somebody', $redis->call('GETDEL', 'lock:theirs'), "$what, $do: the lock stays");
    }
}
echo "done\n";
?>
--EXPECT--
done
