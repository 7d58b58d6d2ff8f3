--TEST--
Redis sees a killed parent's connection closed though its child lives on
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('orphan');
$connections = fn (): int => count(array_filter($client->clients(), fn (array $one): bool => $one['name'] === $name));
foreach ([$redis->url(name: $name), $redis->unixUrl() . "&name=$name"] as $url) {
    $worker = Worker::run(<<<'PHP'
        [, $url, $name] = $argv;
        $lock = new RedisMutexLock($url);
        Tests\Check::true($lock->lock($name, 0, 600), 'lock');
        if (pcntl_fork() === 0) {
            say('child');
            hear();
            say('the child lives');
            exit(0);
        }
        sleep(600);
        PHP, [$url, $name]);
    $worker->expect('child');
    Check::same(1, $connections(), 'connections of the two');
    $worker->kill();
    Check::eventually(fn (): bool => $connections() === 0, 10, 'Redis sees that the parent is gone');
    Check::between(1, 600000, $client->call('PTTL', "lock:$name"), 'its lock is left to the lease');
    $worker->tell('are you there?');
    $worker->expect('the child lives');
    $client->call('DEL', "lock:$name");
}

echo "done\n";
--EXPECT--
done
