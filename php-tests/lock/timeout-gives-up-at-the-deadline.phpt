--TEST--
A timeout gives up exactly at its deadline, never early, for every value of sleep
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('deadline');
$lock = new RedisMutexLock($server->url());
$redis->call('SET', "lock:$name", 'somebody');

// A sleep that is longer than the timeout must not make the answer late. A short sleep must not make it early.
foreach ([0.01, 0.1, 0.25, '0.3', 1] as $timeout) {
    foreach ([1000, 70_000, 60_000_000] as $sleep) {
        $began = hrtime(true);
        $granted = $lock->lock($name, $timeout, 20, $sleep);
        $took = (hrtime(true) - $began) / 1e9;
        Check::same(false, $granted, "lock, timeout $timeout, sleep $sleep");
        // Two command deadlines of a second each may be added.
        Check::between((float) $timeout, $timeout + 2, $took, "seconds, timeout $timeout, sleep $sleep");
    }
}
Check::same([], $lock->held(), 'held');
Check::same('somebody', $redis->call('GET', "lock:$name"), 'the value');

echo 'done';
?>
--EXPECT--
done
