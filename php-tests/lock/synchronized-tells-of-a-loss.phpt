--TEST--
synchronized throws a lost exception with the callback's result when the lock was lost meanwhile
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('lost');
$key = "lock:$name";

$losses = [
    'deleted' => [30, fn () => $redis->call('DEL', $key)],
    'stolen' => [30, fn () => $redis->call('SET', $key, 'another', 'PX', 60_000)],
    'forced' => [30, fn () => (new RedisMutexLock($server->url()))->forceUnlock($name)],
    'ran out' => [0.5, fn () => Check::eventually(fn () => $redis->call('EXISTS', $key) === 0, 10, 'the end')],
    'unlocked' => [30, fn () => $lock->unlock($name)],
    'detached' => [30, fn () => $redis->call('EXPIRE', $key, 60) && $lock->detach($name)],
];
foreach ($losses as $way => [$expire, $lose]) {
    $result = new stdClass();
    $callback = static fn (): stdClass => [$lose(), $result][1];
    $line = __LINE__ + 1;
    $exception = Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, $callback, 10, $expire));
    Check::same($result, $exception->result, "$way: the same object as result");
    Check::same("RedisMutexLock::synchronized(): the lock \"$name\" was lost while the callback ran", $exception->getMessage(), 'message');
    Check::same([__FILE__, $line], [$exception->getFile(), $exception->getLine()], "$way: file and line");
    Check::same([0, null], [$exception->getCode(), $exception->getPrevious()], "$way: code and previous");
    Check::same('synchronized', $exception->getTrace()[0]['function'], "$way: trace");
    Check::same([], $lock->held(), "$way: held");
    if ($way === 'stolen') {
        Check::same('another', $redis->call('GET', $key), 'the value');
    }
    $redis->call('DEL', $key);
}

// Results of every kind, the smallest too.
foreach ([null, false, 0, [1, 2], 'text'] as $value) {
    $callback = fn () => [$redis->call('DEL', $key), $value][1];
    $exception = Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, $callback, 0, 30));
    Check::same($value, $exception->result, 'result');
}
Check::same('fine', $lock->synchronized($name, fn () => 'fine', 0, 30), 'the next one');

echo 'done';
?>
--EXPECT--
done
