--TEST--
A server that comes back without the key has lost the lock, and nothing is acquired again
--FILE--
<?php
$server = RedisServer::start();
foreach (['restart', 'FLUSHALL', 'another holder'] as $how) {
    $lock = new RedisMutexLock([...$server->config(), 'lease' => 0.9]);
    Check::true($lock->lock('a', expire: null), "$how: lock");
    Check::true($lock->lock('b', expire: null), "$how: lock of the other");
    $redis = $server->client();
    match ($how) {
        'restart' => $server->restart(),
        'FLUSHALL' => $redis->call('FLUSHALL'),
        'another holder' => $redis->call('SET', 'lock:a', 'foreign', 'PX', 60_000),
    };
    $redis = $server->client();
    Check::eventually(fn (): bool => $lock->remaining('a') === null, 5, "$how: it is lost");
    if ($how === 'another holder') {
        // One pipeline renews both locks, and each has its own answer.
        usleep(1_200_000);
        Check::same(['b'], $lock->held(), "$how: the other one is renewed on");
        Check::same('foreign', $redis->call('GET', 'lock:a'), "$how: whose it is");
        Check::between(1, 60_000, $redis->call('PTTL', 'lock:a'), "$how: its lifetime");
    } else {
        Check::eventually(fn (): bool => $lock->held() === [], 5, "$how: the other one too");
        usleep(500_000);
        Check::same([], $redis->call('KEYS', 'lock:*'), "$how: nothing is acquired again");
    }
    Check::same([false, null, null, false], [
        $lock->isLocking('a'), $lock->token('a'), $lock->detach('a'), $lock->unlock('a'),
    ], "$how: its word");
    unset($lock);
    Check::same($how === 'another holder' ? 'foreign' : null, $redis->call('GET', 'lock:a'), "$how: at the end");
}
echo 'done';
?>
--EXPECT--
done
