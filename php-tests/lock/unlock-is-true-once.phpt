--TEST--
unlock is true once: a released lock is not held by this object again
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());

foreach (['unlock', 'release'] as $method) {
    $name = Check::unique($method);
    Check::same(false, $lock->$method($name), "$method of a lock that was never taken");
    Check::same(true, $lock->lock($name), 'lock');
    Check::same(true, $lock->$method($name), $method);
    Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');
    Check::same(null, $lock->token($name), 'token');
    Check::same(null, $lock->remaining($name), 'remaining');
    Check::same([], $lock->held(), 'held');
    Check::same(false, $lock->$method($name), "$method again");
    Check::same(true, $lock->lock($name), 'lock again');
    Check::same(true, $lock->$method($name), "$method after that");
}

echo 'done';
?>
--EXPECT--
done
