--TEST--
A connection that broke during the script does not keep its end from releasing the locks
--FILE--
<?php
$redis = RedisServer::start();
$client = $redis->client();
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    foreach (range(1, 100) as $i) {
        $lock->lock("n$i", 0, 600);
    }
    say('held');
    hear();
    PHP, [$redis->url()]);
$worker->expect('held');
Check::same(100, $client->call('DBSIZE'), 'keys before');
$client->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
$client->call('SCRIPT', 'FLUSH');
$worker->tell('end');
$worker->finish();
Check::same(0, $client->call('DBSIZE'), 'keys after the end');

echo "done\n";
--EXPECT--
done
