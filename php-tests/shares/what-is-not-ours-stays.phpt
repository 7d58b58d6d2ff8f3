--TEST--
A set of another library is held and stays byte for byte, and members of Symfony among ours count and stay
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
// A leaderboard with scores below any time.
$redis->call('ZADD', 'lock:board', 10, md5('a'), 20, md5('b'), 5, 'share');
$before = $redis->call('DUMP', 'lock:board');
Check::same([false, false, false, false], [
    $lock->lockShared('board'), $lock->lockShared('board', 0.1, limit: 100), $lock->lock('board'), $lock->unlock('board'),
], 'it is held by somebody');
Check::same([true, ''], [$lock->isLocked('board'), $lock->owner('board')], 'as any other key');
Check::same([false, false], [$lock->unlock('board', 'share:' . str_repeat('a', 32)), $lock->expire('board', 5, 'share:' . str_repeat('a', 32))], 'by token');
Check::same(false, $lock->adopt('board', 'share:' . str_repeat('a', 32)), 'adopted');
Check::throws(RedisMutexLockException::class, static fn () => $lock->forceUnlock('board'), 'not a string');
Check::same($before, $redis->call('DUMP', 'lock:board'), 'nothing has changed');
// Readers of Symfony beside ours.
Check::true($lock->lockShared('mixed', 0, 60), 'ours');
$redis->call('ZADD', 'lock:mixed', (int) (microtime(true) * 1000) + 90_000, 'symfony');
$other = new RedisMutexLock($server->url());
Check::same([false, true], [$other->lockShared('mixed', limit: 2), $other->lockShared('mixed', limit: 3)], 'it counts');
Check::true($other->expire('mixed', 30) && $other->isLocking('mixed'), 'a new lifetime beside it');
Check::true($lock->unlock('mixed') && $other->unlock('mixed'), 'released beside it');
Check::same(['symfony'], $redis->call('ZRANGE', 'lock:mixed', 0, -1), 'that of the other stays');
echo "done\n";
?>
--EXPECT--
done
