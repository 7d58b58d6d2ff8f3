--TEST--
A grant that arrives after the end of its own lease is given back and is never true
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('name');
foreach ([false, true] as $fencing) {
    $command = $fencing ? 'EVAL*' : 'SET';
    $case = $fencing ? 'fencing' : 'plain';
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5, 'fencing' => $fencing]);
    Check::true($lock->lock("w$name") && $lock->unlock("w$name"), 'the scripts are known');

    // One attempt: the server grants a lease of 0.2 s, and its reply arrives after 0.4 s.
    $proxy->rule(['command' => $command, 'with' => 200, 'do' => 'delayReply', 'ms' => 400]);
    Check::throws(
        RedisMutexLockUnavailableException::class,
        fn () => $lock->lock($name, 0, 0.2),
        '/127\.0\.0\.1:\d+, database 0 .*lease/',
    );
    Check::same([null, []], [$lock->token($name), $lock->held()], "$case: not held");
    Check::same(0, $redis->call('EXISTS', "lock:$name"), "$case: given back");
    $proxy->clear();

    // Only as late as the drift: the lock still lives in Redis for a moment, but not for us.
    $proxy->rule(['command' => $command, 'times' => 1, 'do' => 'delayReply', 'ms' => 992]);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 1));
    Check::same(0, $redis->call('EXISTS', "lock:$name"), "$case: given back before its end");
    $proxy->clear();

    // With time left the wait goes on.
    $proxy->rule(['command' => $command, 'times' => 1, 'do' => 'delayReply', 'ms' => 400]);
    Check::true($lock->lock($name, 10, 0.2) || $lock->lock($name, 10, 5), "$case: granted in time at last");
    $lock->unlockAll();
    $proxy->clear();

    // The grant is in time, but a part of the lease is gone: the rest counts from before the command was sent.
    $proxy->rule(['command' => $command, 'times' => 1, 'do' => 'delayReply', 'ms' => 600]);
    Check::true($lock->lock($name, 0, 60), "$case: in time");
    Check::between(0, 60 - 0.6 - 0.6 - 0.002, $lock->remaining($name), "$case: remaining");
    Check::true($lock->unlock($name), "$case: unlock");
    $proxy->clear();

    // The reply to adopt is a grant as well.
    $redis->call('SET', "lock:$name", 'detached', 'PX', 60000);
    $proxy->rule(['command' => 'EVAL*', 'times' => 1, 'do' => 'delayReply', 'ms' => 400]);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->adopt($name, 'detached', 0.2));
    Check::same([], $lock->held(), "$case: not adopted");
    Check::same(0, $redis->call('EXISTS', "lock:$name"), "$case: and gone");
    $proxy->clear();
}
// synchronized does not call back under a lock that has run out.
$proxy->rule(['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 400]);
Check::throws(
    RedisMutexLockUnavailableException::class,
    fn () => $lock->synchronized($name, fn () => throw new Error('called'), 0, 0.2),
);
echo "done\n";
?>
--EXPECT--
done
