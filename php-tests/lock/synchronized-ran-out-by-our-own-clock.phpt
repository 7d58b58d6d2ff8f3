--TEST--
If the lock of synchronized ran out by our own clock, the server's answer decides
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('clock');

// The server still has the key, since another client gave it more time: there was no other holder.
$result = $lock->synchronized($name, static function () use ($lock, $redis, $name): string {
    $redis->call('PEXPIRE', "lock:$name", 60_000);
    Check::eventually(static fn (): bool => $lock->remaining($name) === null, 10, 'the end of the validity');

    return 'result';
}, 0, 1);
Check::same('result', $result, 'result');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');

echo 'done';
?>
--EXPECT--
done
