--TEST--
A fork in a handler while lock() waits: both wait on, both get it, never at once, with tokens of their own
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach (range(1, 5) as $round) {
    $name = Check::unique('fork');
    $holder = new RedisMutexLock($redis->url());
    Check::true($holder->lock($name, 0, 600), 'somebody holds it');
    $worker = Worker::run(<<<'PHP'
        [, $url, $port, $name] = $argv;
        $pid = null;
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () use (&$pid) {
            $pid = pcntl_fork();
            say('forked');
        });
        $lock = new RedisMutexLock("$url?name=$name");
        $got = $lock->lock($name, 60, 600, 5000);
        $redis = new Tests\RedisClient("tcp://127.0.0.1:$port");
        Tests\Check::true($got, 'lock');
        Tests\Check::same(1, $redis->call('INCR', "inside:$name"), 'owners at once');
        $token = $lock->token($name);
        Tests\Check::same($token, $redis->call('GET', "lock:$name"), 'whose lock it is');
        $redis->call('RPUSH', "tokens:$name", $token);
        // Long enough for the other process to look a few times.
        usleep(50000);
        Tests\Check::true($lock->isLocking($name), 'held all the time');
        Tests\Check::same(0, $redis->call('DECR', "inside:$name"), 'owners at once, at the end');
        Tests\Check::true($lock->unlock($name), 'unlock');
        if ($pid) {
            pcntl_waitpid($pid, $status);
            Tests\Check::same(0, $status, "the child's status");
        }
        PHP, [$redis->url(), $redis->port, $name]);
    Check::eventually(fn (): bool => array_filter(
        $client->clients(),
        fn (array $one): bool => $one['name'] === $name && !str_starts_with($one['cmd'], 'client'),
    ) !== [], 10, 'it has asked');
    $worker->signal(SIGUSR1);
    $worker->expect('forked');
    $worker->expect('forked');
    Check::true($holder->unlock($name), 'released');
    $worker->finish(60);
    $tokens = $client->call('LRANGE', "tokens:$name", 0, -1);
    Check::same([2, 2], [count($tokens), count(array_unique($tokens))], 'owners, and their tokens');
    Check::same(0, $client->call('EXISTS', "lock:$name"), 'nobody has it in the end');
    $client->call('DEL', "tokens:$name", "inside:$name");
}

echo "done\n";
--EXPECT--
done
