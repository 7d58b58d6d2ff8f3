--TEST--
list() has a row for a name with shares: how many live, the longest lease, and no queue or set of another library
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
[$a, $b] = [new RedisMutexLock($server->url()), new RedisMutexLock($server->url())];
Check::true($a->lockShared('s', 0, 5) && $b->lockShared('s', 0, 60) && $a->lock('l', 0, 60), 'held');
$redis->call('ZADD', 'lock:board', 10, 'someone');
$queue = new Queue($server, 's');
$waiter = $queue->waiter();
$rows = $a->list();
Check::same(['l', 's'], array_column($rows, 'name'), 'names');
Check::same([0, 2], array_column($rows, 'shares'), 'shares');
Check::same(['', null, null, true, 1], [$rows[1]['owner'], $rows[1]['host'], $rows[1]['pid'], $rows[1]['mine'], $rows[1]['waiters']], 'the row of the shares');
Check::between(55.0, 60.0, $rows[1]['remaining'], 'the longest');
Check::between(0.0, 10.0, $rows[1]['oldest'], 'the first waiter');
Check::same([0, true], [$rows[0]['shares'], $rows[0]['mine']], 'the row of the lock');
// A dead share does not count.
$redis->call('ZADD', 'lock:s', 1000, 'share:' . str_repeat('d', 32));
Check::same(2, $a->list('s')[0]['shares'], 'those that live');
Check::true($a->unlock('s'), 'released');
Check::same([1, false], [$a->list('s')[0]['shares'], $a->list('s')[0]['mine']], 'one is left');
$waiter->kill();
// A user without the right to ZRANGE has no shares, and lists the locks as ever.
$redis->call('ACL', 'SETUSER', 'old', 'on', '>x', '~*', '&*', '+@all', '-zrange');
$old = new RedisMutexLock(str_replace('redis://', 'redis://old:x@', $server->url()));
Check::same(['l'], array_column($old->list(), 'name'), 'locks alone');
echo "done\n";
?>
--EXPECT--
done
