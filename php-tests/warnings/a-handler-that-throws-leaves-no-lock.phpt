--TEST--
Warnings: one comes before anything is sent, so a handler that throws or exits leaves no lock and no question to Redis
--FILE--
<?php
$server = RedisServer::start();
$code = <<<'PHP'
    [, $url, $how] = $argv;
    $lock = new RedisMutexLock($url);
    $lock->lock('given', 0, 60);
    $token = $lock->detach('given');
    set_error_handler(function (int $level, string $message) use ($how): bool {
        say('warned');
        hear();
        if ($how === 'exit') {
            exit(0);
        }
        throw new DomainException('from the handler');
    });
    foreach ([
        fn () => (new RedisMutexLock($url))->lock('a'),
        fn () => (new RedisMutexLock($url))->lock('b', 5, null),
        fn () => (new RedisMutexLock(['url' => $url, 'fencing' => true]))->lock('c'),
        fn () => (new RedisMutexLock($url))->adopt('given', $token),
    ] as $call) {
        try {
            $call();
            say('no exception');
        } catch (DomainException $exception) {
            say($exception->getMessage());
            hear();
        }
    }
    say($lock->owner('given') === $token ? 'the token is still the owner' : 'the token is used up');
    PHP;
foreach (['throw', 'exit'] as $how) {
    $proxy = Proxy::to($server);
    $worker = Worker::run($code, [$proxy->url(), $how]);
    $calls = $how === 'exit' ? 1 : 4;
    for ($i = 0; $i < $calls; $i++) {
        $worker->expect('warned');
        $sent = count($proxy->log());
        $worker->tell('go on');
        if ($how === 'throw') {
            $worker->expect('from the handler');
            Check::same($sent, count($proxy->log()), "call $i: sent after the exception: " . json_encode(array_slice($proxy->log(), $sent)));
            $worker->tell('go on');
        }
    }
    $how === 'exit' || $worker->expect('the token is still the owner');
    $worker->finish();
    foreach ($proxy->log() as $seen) {
        Check::same([], array_intersect(['lock:a', 'lock:b', 'lock:c'], $seen['words']), "$how: a question about a lock");
    }
    Check::same(['lock:given'], $server->client()->call('KEYS', '*'), "$how: keys");
    $server->client()->call('DEL', 'lock:given');
}

echo 'done';
?>
--EXPECT--
done
