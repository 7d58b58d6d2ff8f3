--TEST--
synchronized throws a timeout exception when the lock is not free in time, without calling
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('sync');
$run = static fn () => throw new LogicException('the callback ran');
$redis->call('SET', "lock:$name", 'somebody');

foreach ([0, 0.25, 1] as $timeout) {
    $began = hrtime(true);
    $line = __LINE__ + 1;
    $exception = Check::throws(RedisMutexLockTimeoutException::class, fn () => $lock->synchronized($name, $run, $timeout, 30, 20000));
    Check::between($timeout, $timeout + 2, (hrtime(true) - $began) / 1e9, "seconds, timeout $timeout");
    Check::same([__FILE__, $line], [$exception->getFile(), $exception->getLine()], 'file and line');
    $within = $timeout === 1 ? '1 second' : "$timeout seconds";
    Check::same(
        "RedisMutexLock::synchronized(): \"$name\" is held by another owner and was not free within $within; "
            . "held by another library's owner; its lease has no end",
        $exception->getMessage(),
        'message',
    );
}
Check::same([], $lock->held(), 'held');
Check::same('somebody', $redis->call('GET', "lock:$name"), 'the value');

// By default it waits: the holder's lifetime ends within the 10 s.
$redis->call('PEXPIRE', "lock:$name", 300);
Check::same('done', $lock->synchronized($name, fn () => 'done', expire: 30), 'with the default timeout');

echo 'done';
?>
--EXPECT--
done
