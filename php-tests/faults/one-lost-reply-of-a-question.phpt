--TEST--
isLocking, isLocked, owner, forceUnlock and expire ask again after one lost command or reply, and answer truly
--FILE--
<?php
LostReply::each(function (RedisServer $server, Proxy $proxy, callable $lose, array $config): void {
    $redis = $server->client();
    $redis->call('SET', 'lock:theirs', 'somebody');
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock('warm') && $lock->unlock('warm'), 'the scripts are known');
    Check::true($lock->lock('mine', 0, 60) && $lock->lock('lost', 0, 60), 'before');
    $redis->call('SET', 'lock:forced', 'somebody');
    $redis->call('SET', 'lock:lost', 'somebody');
    $answers = [
        'isLocking, mine' => [fn () => $lock->isLocking('mine'), 'GET', true],
        'isLocked, mine' => [fn () => $lock->isLocked('mine'), 'EXISTS', true],
        'isLocked, free' => [fn () => $lock->isLocked('free'), 'EXISTS', false],
        'owner, theirs' => [fn () => $lock->owner('theirs'), 'GET', 'somebody'],
        'owner, free' => [fn () => $lock->owner('free'), 'GET', null],
        'expire, mine' => [fn () => $lock->expire('mine', 90), 'EVALSHA', true],
        'expire, lost' => [fn () => $lock->expire('lost', 90), 'EVALSHA', false],
        'unlock, lost' => [fn () => $lock->unlock('lost'), 'EVALSHA', false],
        'forceUnlock' => [fn () => $lock->forceUnlock('forced'), 'GET', true],
    ];
    foreach ($answers as $what => [$call, $command, $expected]) {
        $lose($command);
        Check::same($expected, $call(), $what);
        $proxy->clear();
    }
    Check::between(80_000, 90_000, $redis->call('PTTL', 'lock:mine'), 'expire: PTTL');
    Check::between(80, 90, $lock->remaining('mine'), 'expire: remaining');
    Check::same('somebody', $redis->call('GETDEL', 'lock:lost'), "expire and unlock: somebody else's");
    Check::same(0, $redis->call('EXISTS', 'lock:forced'), 'forceUnlock: gone');

    // The release is repeated too. Then "not there" means that the first release has worked.
    $redis->call('SET', 'lock:forced', 'somebody');
    $lose('EVALSHA');
    Check::true($lock->forceUnlock('forced'), "forceUnlock's release");
    Check::same(0, $redis->call('EXISTS', 'lock:forced'), "forceUnlock's release: gone");
    $proxy->clear();
    Check::true($lock->unlock('mine'), 'unlock');
});
echo "done\n";
?>
--EXPECT--
done
