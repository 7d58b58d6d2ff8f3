--TEST--
A script that set_time_limit ends in a busy loop releases its locks
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach (['loop' => 'while (true) {}', 'loop in synchronized' => '$lock->synchronized("$argv[2]-b", function () { while (true) {} }, 0, 600);'] as $what => $code) {
    $name = Check::unique('limit');
    $worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
        Tests\Check::true($lock->lock($argv[2], 0, 600), "lock");
        say("held");
        hear();
        set_time_limit(1);
        ' . $code, [$redis->url(), $name]);
    $worker->expect('held');
    Check::same(1, $client->call('EXISTS', "lock:$name"), "$what: key before");
    $worker->tell('go');
    Check::same(255, $worker->wait(60), "$what: exit status");
    Check::true(str_contains($worker->stderr(), 'Maximum execution time'), "$what: it was the limit: " . $worker->stderr());
    Check::same([], $client->call('KEYS', "lock:$name*"), "$what: keys after");
}

echo "done\n";
--EXPECT--
done
