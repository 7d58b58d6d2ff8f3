--TEST--
kill -9 and SIGTERM run no code: the key keeps its lifetime, and the next holder comes after that
--FILE--
<?php
$redis = RedisServer::shared();
Together::each(['KILL' => SIGKILL, 'TERM' => SIGTERM, 'SEGV' => SIGSEGV], function (int $signal, string $what) use ($redis): void {
    $client = $redis->client();
    $name = Check::unique('killed');
    $worker = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock($argv[1]);
        Tests\Check::true($lock->lock($argv[2], 0, 3), 'lock');
        say($lock->token($argv[2]));
        hear();
        PHP, [$redis->url(), $name]);
    $token = $worker->line();
    $worker->signal($signal);
    Check::same(128 + $signal, $worker->wait(), "SIG$what: ended by it");
    Check::same($token, $client->call('GET', "lock:$name"), "SIG$what: the key is left");
    Check::between(1, 3000, $client->call('PTTL', "lock:$name"), "SIG$what: with its lifetime");

    $began = hrtime(true);
    $left = $client->call('PTTL', "lock:$name") / 1000;
    $next = new RedisMutexLock($redis->url());
    Check::same(false, $next->lock($name), "SIG$what: it is held meanwhile");
    Check::true($next->lock($name, 60, 10, 20000), "SIG$what: somebody gets it");
    Check::between(0, $left + 30, (hrtime(true) - $began) / 1e9, "SIG$what: when its lifetime is over");
});

echo "done\n";
--EXPECT--
done
