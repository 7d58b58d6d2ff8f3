--TEST--
With auto_release off neither a dying object nor the end of the script releases; unlock still does
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
foreach ([false, 0, '0', 'off', 'no'] as $off) {
    $name = Check::unique('stay');
    $worker = Worker::run(<<<'PHP'
        $config = ['url' => $argv[1], 'auto_release' => json_decode($argv[3])];
        $dies = new RedisMutexLock($config);
        Tests\Check::true($dies->lock("$argv[2]-dies", 0, 60), 'lock');
        unset($dies);
        $lock = new RedisMutexLock($config);
        Tests\Check::true($lock->lock("$argv[2]-end", 0, 60), 'lock');
        Tests\Check::true($lock->lock("$argv[2]-unlocked", 0, 60), 'lock');
        Tests\Check::true($lock->unlock("$argv[2]-unlocked"), 'unlock');
        say($lock->token("$argv[2]-end"));
        PHP, [$redis->url(), $name, json_encode($off)]);
    $token = $worker->line();
    $worker->finish();
    $keys = $client->call('KEYS', "lock:$name*");
    sort($keys);
    Check::same(["lock:$name-dies", "lock:$name-end"], $keys, 'what is left');
    Check::same($token, $client->call('GET', "lock:$name-end"), 'its token');
    Check::between(1, 60000, $client->call('PTTL', "lock:$name-end"), 'its lifetime');
    $client->call('DEL', ...$keys);
}
// The same with a URL, and with the default written out.
$lock = new RedisMutexLock($redis->url() . '?auto_release=0');
$lock->lock($name = Check::unique('url'), 0, 60);
unset($lock);
Check::same(1, $client->call('DEL', "lock:$name"), 'off in a URL');
$lock = new RedisMutexLock(['url' => $redis->url(), 'auto_release' => true]);
$lock->lock($name, 0, 60);
unset($lock);
Check::same(0, $client->call('EXISTS', "lock:$name"), 'on');

echo "done\n";
--EXPECT--
done
