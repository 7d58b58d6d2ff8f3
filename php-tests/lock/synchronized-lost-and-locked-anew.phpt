--TEST--
synchronized tells the loss of its lock even if the callback has locked the name again
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());

// Another holder had the lock while the callback ran: the lock at the end of the callback is another one.
$name = Check::unique('deleted');
$callback = static function () use ($lock, $other, $redis, $name): string {
    $redis->call('DEL', "lock:$name");
    Check::same(true, $other->lock($name), 'another process');
    Check::same(false, $lock->isLocking($name), 'the loss is known');
    Check::same(true, $other->unlock($name), 'the other is done');
    Check::same(true, $lock->lock($name, 0, 60), 'lock anew');

    return 'result';
};
$exception = Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, $callback, 0, 30));
Check::same('result', $exception->result, 'result');

echo 'done';
?>
--EXPECT--
done
