--TEST--
exit in a handler during a wait ends the script with its status; its locks are released, the awaited one is not touched
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$ways = ['exit(7);' => 7, 'trigger_error("x", E_USER_ERROR);' => 255, 'throw new Exception("x");' => 255];
foreach ($ways as $code => $status) {
    // Leaving may take half a second. If it took longer, the round proves nothing and is repeated.
    $tries = 3;
    do {
        $name = Check::unique('exit');
        $holder = new RedisMutexLock($redis->url());
        Check::true($holder->lock($name, 0, 600), 'somebody holds it');
        $worker = Worker::run('[, $url, $name] = $argv;
            pcntl_async_signals(true);
            pcntl_signal(SIGTERM, function () { say("handler"); ' . $code . ' });
            $lock = new RedisMutexLock("$url?name=$name");
            $lock->lock("$name-own", 0, 600);
            register_shutdown_function(fn () => say("shutdown"));
            $lock->isLocked($name);
            say("waits");
            (fn () => $lock->lock($name, 600, 600, 3600000000))();
            say("never");', [$redis->url(), $name]);
        $worker->expect('waits');
        Check::eventually(fn (): bool => array_filter(
            $client->clients(),
            fn (array $one): bool => $one['name'] === $name && $one['cmd'] === 'blpop',
        ) !== [], 10, "$code it has asked");
        $end = Deadline::in(0.5);
        $worker->signal(SIGTERM);
        $worker->expect('handler');
        $worker->expect('shutdown');
        Check::same($status, $worker->wait(), "$code exit status");
    } while ($end->passed() && --$tries > 0);
    Check::same($status === 7, $worker->stderr() === '', "$code stderr");
    Check::same(["lock:$name"], $client->call('KEYS', "lock:$name*"), "$code keys");
    Check::same($holder->token($name), $client->call('GET', "lock:$name"), "$code the holder's lock");
    Check::true($holder->unlock($name), "$code unlock");
    Check::same([], $client->call('KEYS', "lock:$name*"), "$code nobody takes it after that");
}

echo "done\n";
--EXPECT--
done
