--TEST--
After an outage that is longer than retry_for the wait throws, and the same object works as before when the server is back
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
foreach ([false, true] as $fencing) {
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'retry_for' => 0.3, 'fencing' => $fencing]);
    Check::true($lock->lock('other', 0, 600), 'another lock');
    $token = $lock->token('other');
    foreach ([1, 2] as $round) {
        $what = "round $round, fencing " . json_encode($fencing);
        $proxy->down();
        foreach ([30, null] as $timeout) {
            Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', $timeout, 60), 'retry_for');
        }
        Check::same(['other'], $lock->held(), "$what: the other lock is held");
        $proxy->up();
        Check::true($lock->lock('a', 30, 60), "$what: lock");
        Check::true($lock->isLocking('a') && $lock->isLocking('other'), "$what: both are held");
        Check::same($token, $lock->owner('other'), "$what: the owner of the other");
        Check::true($lock->unlock('a'), "$what: unlock");
        Check::same('result', $lock->synchronized('a', fn () => 'result', 30), "$what: synchronized");
    }
    Check::true($lock->unlockAll(), 'unlockAll');
    Check::same(0, $server->client()->call('EXISTS', 'lock:a', 'lock:other'), 'keys left');
}
echo "done\n";
?>
--EXPECT--
done
