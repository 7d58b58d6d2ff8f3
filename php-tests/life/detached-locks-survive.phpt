--TEST--
A detached lock outlives its object and its process, the others of that object do not
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('detached');
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    $lock->lock("$argv[2]-kept", 0, 60);
    $lock->lock("$argv[2]-gone", 0, 60);
    $token = $lock->token("$argv[2]-kept");
    Tests\Check::same($token, $lock->detach("$argv[2]-kept"), 'detach gives the token');
    Tests\Check::same(["$argv[2]-gone"], $lock->held(), 'held after detach');
    $dies = new RedisMutexLock($argv[1]);
    $dies->lock("$argv[2]-object", 0, 60);
    $dies->detach("$argv[2]-object");
    unset($dies);
    say($token);
    PHP, [$redis->url(), $name]);
$token = $worker->line();
$worker->finish();
Check::same($token, $client->call('GET', "lock:$name-kept"), 'detached, after the end');
Check::between(1, 60000, $client->call('PTTL', "lock:$name-kept"), 'its lifetime');
Check::same(1, $client->call('EXISTS', "lock:$name-object"), 'detached, after its object died');
Check::same(0, $client->call('EXISTS', "lock:$name-gone"), 'not detached');
$lock = new RedisMutexLock($redis->url());
Check::true($lock->adopt("$name-kept", $token, 60), 'somebody takes it over');
$client->call('DEL', "lock:$name-object");

echo "done\n";
--EXPECT--
done
