--TEST--
synchronized in synchronized on the same name throws at once, on another name it works
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('nested');
$run = static fn () => throw new LogicException('the callback ran');

$result = $lock->synchronized($name, static function () use ($lock, $name, $run, $redis): string {
    foreach ([0, 3600, null] as $timeout) {
        // With null a wait for the own lock would have no end: the time limit of the test would show it.
        $began = hrtime(true);
        $exception = Check::throws(
            RedisMutexLockTimeoutException::class,
            fn () => $lock->synchronized($name, $run, $timeout, 30),
            'this object already holds',
        );
        Check::between(0, 5, (hrtime(true) - $began) / 1e9, 'seconds');
    }
    // The outer lock is as it was.
    Check::same(true, $lock->isLocking($name), 'the outer lock');
    Check::same('inner', $lock->synchronized("$name-2", fn () => 'inner', 0, 30), 'another name');
    Check::same([$name], $lock->held(), 'held');

    return 'outer';
}, 0, 30);
Check::same('outer', $result, 'result');
Check::same(0, $redis->call('EXISTS', "lock:$name", "lock:$name-2"), 'keys');

// A lock taken before is held just as well, and stays held.
Check::same(true, $lock->lock($name), 'lock');
Check::throws(RedisMutexLockTimeoutException::class, fn () => $lock->synchronized($name, $run, 10, 30), 'already holds');
Check::same(true, $lock->isLocking($name), 'the lock taken before');

echo 'done';
?>
--EXPECT--
done
