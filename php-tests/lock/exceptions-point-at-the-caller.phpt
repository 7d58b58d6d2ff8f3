--TEST--
Exceptions have the caller's file and line, the method in the trace, and no arguments of the constructor
--FILE--
<?php
$server = RedisServer::start(['requirepass' => 'hunter2-secret']);
$lock = new RedisMutexLock($server->url());
$away = new RedisMutexLock('redis://:hunter2-secret@127.0.0.1:1/0');
$server->client()->call('RPUSH', 'lock:list', 'x');

function caught(callable $f): Throwable
{
    try {
        $f();
    } catch (Throwable $thrown) {
        return $thrown;
    }
    throw new Tests\Failure('nothing was thrown');
}
$table = [
    'lock' => [ValueError::class, fn () => $lock->lock(''), __LINE__],
    'unlock' => [TypeError::class, fn () => $lock->unlock([]), __LINE__],
    'forceUnlock' => [RedisMutexLockException::class, fn () => $lock->forceUnlock('list'), __LINE__],
    'isLocked' => [RedisMutexLockUnavailableException::class, fn () => $away->isLocked('a'), __LINE__],
    'synchronized' => [RedisMutexLockTimeoutException::class, fn () => $lock->synchronized('list', fn () => 1, 0, 5), __LINE__],
    '__construct' => [ValueError::class, fn () => new RedisMutexLock(['password' => 'hunter2-secret', 'port' => -1]), __LINE__],
];
foreach ($table as $method => [$class, $call, $line]) {
    $thrown = caught($call);
    Check::same($class, $thrown::class, $method);
    Check::same([__FILE__, $line], [$thrown->getFile(), $thrown->getLine()], "$method: file and line");
    Check::same([$method, 'RedisMutexLock'], [$thrown->getTrace()[0]['function'], $thrown->getTrace()[0]['class']], "$method: trace");
    Check::same(false, str_contains($thrown . print_r($thrown->getTrace(), true), 'hunter2'), "$method: the password");
}

echo 'done';
?>
--EXPECT--
done
