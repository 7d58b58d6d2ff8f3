--TEST--
A lock that the script still holds at its last line is released when the script ends
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('end');
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    Tests\Check::true($lock->lock($argv[2], 0, 600), 'lock');
    Tests\Check::true($lock->lock("$argv[2]-2", 0, 600), 'second lock');
    say('held');
    hear();
    PHP, [$redis->url(), $name]);
$worker->expect('held');
Check::same(2, $client->call('EXISTS', "lock:$name", "lock:$name-2"), 'keys while it runs');
$worker->tell('end');
$worker->finish();
Check::same(0, $client->call('EXISTS', "lock:$name", "lock:$name-2"), 'keys after its end');

echo "done\n";
--EXPECT--
done
