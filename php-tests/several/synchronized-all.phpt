--TEST--
synchronizedAll() returns what its callback returned, releases all in one round, and names the first lock that was lost
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$inside = static fn (): array => [$lock->held(), $redis->call('DBSIZE')];
Check::same([['a', 'b'], 2], $lock->synchronizedAll(['b', 'a'], $inside), 'result');
Check::same(0, $redis->call('DBSIZE'), 'released');
$thrown = Check::throws(LogicException::class, static fn () => $lock->synchronizedAll(['b', 'a'], static fn () => throw new LogicException('mine')));
Check::same('mine', $thrown->getMessage(), 'the exception of the callback');
Check::same(0, $redis->call('DBSIZE'), 'released after the exception');
$thrown = Check::throws(RedisMutexLockLostException::class, static fn () => $lock->synchronizedAll(['c', 'a', 'b'], static function () use ($redis): string {
    $redis->call('DEL', 'lock:c');
    $redis->call('SET', 'lock:b', 'thief');

    return 'work';
}));
Check::same('RedisMutexLock::synchronizedAll(): the lock "b" was lost while the callback ran', $thrown->getMessage(), 'message');
Check::same('work', $thrown->result, 'the result is not lost');
Check::same('thief', $redis->call('GET', 'lock:b'), 'that of the thief stays');
Check::same(1, $redis->call('DBSIZE'), 'the rest is released');
$lock->lock('x', 0, 60);
$thrown = Check::throws(RedisMutexLockTimeoutException::class, static fn () => $lock->synchronizedAll(['y', 'x'], static fn () => 1));
Check::same('RedisMutexLock::synchronizedAll(): this object already holds "x" or waits for it; a lock is not reentrant', $thrown->getMessage(), 'own');
echo "done\n";
?>
--EXPECT--
done
