--TEST--
unlock of a lock that ran out by our own clock asks the server, and the server's answer counts
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
/** A lock that is over by our own clock while the server still has its key: another client gave it more time. */
$ranOut = static function (string $name) use ($lock, $redis): string {
    Check::same(true, $lock->lock($name, 0, 1), 'lock');
    $token = $lock->token($name);
    $redis->call('PEXPIRE', "lock:$name", 60_000);
    Check::eventually(static fn (): bool => $lock->remaining($name) === null, 10, 'the end of the validity');

    return $token;
};

$name = Check::unique('prolonged');
$token = $ranOut($name);
Check::same($token, $redis->call('GET', "lock:$name"), 'the server still has it');
Check::same(true, $lock->unlock($name), 'unlock');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');
Check::same(false, $lock->unlock($name), 'unlock again');

// The opposite answer: the lease ran out on the server too, or another holder has the lock.
$name = Check::unique('over');
$ranOut($name);
$redis->call('DEL', "lock:$name");
Check::same(false, $lock->unlock($name), 'unlock of a deleted one');

$name = Check::unique('another');
$ranOut($name);
$redis->call('SET', "lock:$name", 'another');
Check::same(false, $lock->unlock($name), "unlock of another's");
Check::same('another', $redis->call('GET', "lock:$name"), 'the value');

// unlockAll frees such a lock too.
$name = Check::unique('all');
$ranOut($name);
Check::same(true, $lock->unlockAll(), 'unlockAll');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');

echo 'done';
?>
--EXPECT--
done
