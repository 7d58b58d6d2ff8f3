--TEST--
sleep says how often a waiter looks at a lock that is not handed over
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());

/** The number of commands of a wait. Calls inside its scripts cost no round trip and do not count. */
$commands = static function (float $seconds, int $sleep) use ($redis, $lock): int {
    $redis->call('SET', 'lock:a', 'somebody');
    $redis->call('CONFIG', 'RESETSTAT');
    Check::same(false, $lock->lock('a', $seconds, 20, $sleep), "lock, sleep $sleep");
    $sent = array_flip(['set', 'evalsha', 'eval', 'blpop']);

    return array_sum(array_intersect_key($redis->commandstats(), $sent));
};

$lock->lock('warm');
$lock->unlock('warm');
// At most one look per sleep, the first, the last, and one more when the server ends a sleep too early.
Check::between(1, 3 * (5 + 2), $commands(0.5, 100_000), 'looks every 100 ms');
Check::between(1, 3 * 3, $commands(0.5, 10_000_000), 'looks every 10 s');

// Far fewer than possible, so that a slow machine passes, but more than a wait with the default sends.
Check::between(25, 3 * 2002, $commands(2, 1000), 'looks every millisecond');

echo 'done';
?>
--EXPECT--
done
