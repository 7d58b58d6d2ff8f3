--TEST--
A second call of the constructor is an Error, and the object stays as it was
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('twice');
$lock = new RedisMutexLock($server->url());
Check::same(true, $lock->lock($name), 'lock');

foreach ([[], [$server->url(1)], ['nonsense'], [[]], [1, 2, 3]] as $arguments) {
    $error = Check::throws(Error::class, fn () => $lock->__construct(...$arguments));
    Check::same('RedisMutexLock::__construct() has been called already', $error->getMessage(), 'message');
}
Check::same([$name], $lock->held(), 'held');
Check::same($lock->token($name), $redis->call('GET', "lock:$name"), 'the value');
Check::same(true, $lock->unlock($name), 'unlock');

echo 'done';
?>
--EXPECT--
done
