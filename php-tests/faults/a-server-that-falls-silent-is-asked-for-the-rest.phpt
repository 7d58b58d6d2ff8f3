--TEST--
A server that answers 450 of 1,000 releases and falls silent is asked again for the other 550 only, within two deadlines
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$warm = new RedisMutexLock($server->url());
Check::true($warm->lock('warm') && $warm->unlock('warm'), 'the script is known');
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 1]);
for ($i = 0; $i < 1000; $i++) {
    $lock->lock("n$i", 0, 600) || throw new Exception('not free');
}
$proxy->rule(['command' => 'EVAL*', 'times' => 450, 'do' => 'pass']);
$proxy->rule(['command' => 'EVAL*', 'do' => 'stall']);
$began = hrtime(true);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->unlockAll(), 'within 1000 ms');
// Three deadlines are too many on any machine.
Check::between(0.9, 2.8, (hrtime(true) - $began) / 1e9, 'seconds');
Check::same([], $lock->held(), 'none counts as held');
Check::same(550, $redis->call('DBSIZE'), 'those that were released stay released');

$released = static fn (int $connection): array => array_values(array_map(
    static fn (array $seen): string => $seen['words'][3],
    array_filter($proxy->log(), static fn (array $seen): bool => $seen['connection'] === $connection
        && $seen['words'][0] === 'EVALSHA'),
));
Check::same(2, $proxy->accepted(), 'connections');
[$first, $second] = [$released(1), $released(2)];
Check::same([1000, 550], [count($first), count($second)], 'how many were asked for, and how many again');
Check::same(array_slice($first, 450), $second, 'which were asked for again');

// The server is back. The end of the object frees the rest on a new connection.
$proxy->clear();
$lock = null;
Check::same(0, $redis->call('DBSIZE'), 'keys left');
Check::same(3, $proxy->accepted(), 'connections in the end');
Check::same(array_slice($first, 450), $released(3), 'which were asked for at the end');
echo 'done';
?>
--EXPECT--
done
