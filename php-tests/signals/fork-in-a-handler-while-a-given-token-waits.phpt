--TEST--
A fork in a handler while lock() waits under a given token: the child gets an exception, the parent waits on and gets the lock
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach ([false, true] as $fencing) {
    $name = Check::unique('fork');
    $holder = new RedisMutexLock(['url' => $redis->url(), 'fencing' => $fencing]);
    Check::true($holder->lock($name, 0, 600), 'somebody holds it');
    $worker = Worker::run(<<<'PHP'
        [, $url, $port, $name, $fencing] = $argv;
        $pid = null;
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () use (&$pid) {
            $pid = pcntl_fork();
        });
        $lock = new RedisMutexLock(['url' => "$url?name=$name", 'fencing' => $fencing === '1']);
        $token = RedisMutexLock::generateToken();
        try {
            $got = $lock->lock($name, 60, 600, 60_000_000, $token);
        } catch (RedisMutexLockException $thrown) {
            Tests\Check::same(0, $pid, 'who gets the exception');
            Tests\Check::same(RedisMutexLockException::class, $thrown::class, 'its class');
            Tests\Check::true(str_contains($thrown->getMessage(), '$token'), 'what it is about');
            Tests\Check::same(false, str_contains($thrown->getMessage(), $token), 'no token in it');
            Tests\Check::same([[], null, false], [$lock->held(), $lock->token($name), $lock->unlock($name)], 'what the child holds');
            Tests\Check::same(false, $lock->lock($name, 0, 600, token: RedisMutexLock::generateToken()), 'the child may lock anew');
            say('thrown');
            exit(0);
        }
        Tests\Check::true($got && $pid > 0, 'the parent gets it');
        Tests\Check::same([$token, true], [$lock->token($name), $lock->isLocking($name)], 'under its token');
        pcntl_waitpid($pid, $status);
        Tests\Check::same(0, $status, "the child's status");
        // What the child did at its end is no loss of the parent.
        Tests\Check::true($lock->unlock($name), 'unlock');
        PHP, [$redis->url(), $redis->port, $name, $fencing ? '1' : '0']);
    Check::eventually(fn (): bool => array_filter(
        $client->clients(),
        fn (array $one): bool => $one['name'] === $name && $one['cmd'] === 'blpop',
    ) !== [], 20, 'it waits');
    $worker->signal(SIGUSR1);
    $worker->expect('thrown', 20);
    Check::true($holder->unlock($name), 'released');
    $worker->finish(60);
    Check::same(0, $client->call('EXISTS', "lock:$name", "lock:$name:queue:{lock:$name}"), 'nothing is left');
}

echo "done\n";
--EXPECT--
done
