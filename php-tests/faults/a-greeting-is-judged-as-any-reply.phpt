--TEST--
A connection is not used unless AUTH and SELECT were answered with OK
--FILE--
<?php
// Locks on such a connection would be in another database, or of another user.
$server = RedisServer::start(['requirepass' => 'secret']);
$cases = [];
foreach (['SELECT', 'AUTH'] as $command) {
    foreach (['garbage', 'answer'] as $do) {
        $cases["$command, $do"] = [$command, $do];
    }
}
$wrong = Together::each($cases, static function (array $case) use ($server): array {
    [$command, $do] = $case;
    $redis = $server->client();
    $wrong = [];
    foreach ([":5\r\n", "\$-1\r\n", "+QUEUED\r\n", "*0\r\n", "\$2\r\nOK\r\n", "HTTP/1.1 400 Bad Request\r\n", "+O", "\x00\xff\r\n"] as $bytes) {
        $name = Check::unique('a');
        $proxy = Proxy::to($server, ['command' => $command, 'do' => $do, 'bytes' => $bytes]);
        // The client waits for the rest of an unfinished reply.
        $timeout = $bytes === '+O' ? 0.4 : 5;
        $config = [...$proxy->config(), 'password' => 'secret', 'database' => 3, 'command_timeout' => $timeout];
        $lock = new RedisMutexLock($config);
        $case = $command . ' ' . $do . ' ' . json_encode($bytes, JSON_INVALID_UTF8_SUBSTITUTE);
        try {
            Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 60), "127.0.0.1:$proxy->port, database 3");
            Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->isLocked($name));
        } catch (Tests\Failure $failure) {
            $wrong[] = "$case: {$failure->getMessage()}";
            $lock->unlockAll();
            continue;
        }
        $proxy->clear();
        $lock->unlockAll();
        Check::true($lock->lock($name), "$case: the next call works");
        $redis->call('SELECT', 3);
        Check::same($lock->token($name), $redis->call('GET', "lock:$name"), "$case: in the right database");
        Check::true($lock->unlock($name), "$case: unlock");
    }

    return $wrong;
});
Check::same([], array_merge(...array_values($wrong)), 'used in spite of it');
echo "done\n";
?>
--EXPECT--
done
