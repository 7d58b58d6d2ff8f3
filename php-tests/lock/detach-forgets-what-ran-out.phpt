--TEST--
detach of a lock whose lease ran out returns null, and the object releases nothing of it from then on
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$elsewhere = new RedisMutexLock($server->url());
$ranOut = static function (string $name) use ($lock, $redis): string {
    Check::same(true, $lock->lock($name, 0, 0.5), 'lock');
    $token = $lock->token($name);
    $redis->call('PEXPIRE', "lock:$name", 60_000);
    Check::eventually(static fn (): bool => $lock->remaining($name) === null, 10, 'the end of the validity');

    return $token;
};

$name = Check::unique('forgotten');
$token = $ranOut($name);
Check::same(null, $lock->detach($name), 'detach');
Check::same(false, $lock->unlock($name), 'unlock after it');
Check::same(false, $lock->lock($name, 0, 60), 'lock after it');
Check::same(true, $lock->unlockAll(), 'unlockAll after it');
Check::same($token, $redis->call('GET', "lock:$name"), 'the key after all of them');
Check::same(true, $elsewhere->adopt($name, $token, 60), 'adopt by the token that another process may have');

// Without detach() the object frees its own token first, because nobody else may rely on it.
$name = Check::unique('freed');
$ranOut($name);
Check::same(true, $lock->lock($name, 0, 60), 'lock without detach');

echo 'done';
?>
--EXPECT--
done
