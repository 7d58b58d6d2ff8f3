--TEST--
Behind Sentinel renewed shares and their limit survive the kill of the master and a planned failover, and a lock waits for them all the time
--FILE--
<?php
$failovers = [
    'killed' => static fn (SentinelSet $set): RedisServer => $set->promoted($set->kill()),
    'planned' => static fn (SentinelSet $set): RedisServer => $set->failOver(),
];
Together::each($failovers, static function (callable $failOver, string $how): void {
    $set = SentinelSet::start();
    // The failover must be shorter than two thirds of the lease, on a busy machine too.
    $config = $set->config(['lease' => 30, 'command_timeout' => 10, 'min_replicas' => 2, 'retry_for' => 60]);
    $locks = [new RedisMutexLock($config), new RedisMutexLock($config)];
    foreach ($locks as $lock) {
        Check::true($lock->lockShared('a', 20, null, limit: 2), "$how: a share");
    }
    $tokens = array_map(static fn (RedisMutexLock $lock): string => $lock->token('a'), $locks);
    $queue = new Queue($set->master(), 'a');
    $writer = Worker::run('$lock = new RedisMutexLock(unserialize($argv[1]));
        say($lock->lock("a", 120, 60) ? "granted" : "refused");
        hear();', [serialize(['min_replicas' => 0] + $config)]);
    $queue->reaches(1);
    $redis = $failOver($set)->client();
    // The renewing thread finds the new master by itself.
    foreach ($tokens as $i => $token) {
        $ends = (int) $redis->call('ZSCORE', 'lock:a', $token);
        Check::between(1, PHP_INT_MAX, $ends, "$how: share $i is at the new master");
        Check::eventually(static fn (): bool => (int) $redis->call('ZSCORE', 'lock:a', $token) > $ends, 40, "$how: share $i is renewed");
    }
    Check::same(2, $redis->call('ZCARD', 'lock:a'), "$how: shares");
    $third = new RedisMutexLock(['min_replicas' => 0] + $config);
    Check::same([false, false], [$third->lockShared('a', 0, 60, limit: 2), $third->lock('a')], "$how: nobody else");
    Check::same([true, true, 0, false], [
        $locks[0]->isLocking('a'), $locks[1]->isLocking('a'), RedisMutexLock::stats()['lost'], $writer->spoke(),
    ], "$how: both have their shares, and the lock waits");
    $set->heal();
    Check::true($locks[0]->unlock('a') && $locks[1]->unlock('a'), "$how: released");
    $writer->expect('granted', 60);
    $writer->tell('end');
    $writer->finish(20);
    Check::eventually(static fn (): bool => $set->keys() === [], 10, "$how: what is left");
});
echo "done\n";
?>
--EXPECT--
done
