--TEST--
With auto_release off locks live on until they expire, after the object and the process
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('stays');

foreach ([false, 0] as $i => $off) {
    $lock = new RedisMutexLock(['url' => $server->url(), 'auto_release' => $off]);
    Check::same(true, $lock->lock("$name-$i", 0, 600), 'lock');
    $token = $lock->token("$name-$i");
    unset($lock);
    Check::same($token, $redis->call('GET', "lock:$name-$i"), 'after the object');
    Check::between(300_000, 600_000, $redis->call('PTTL', "lock:$name-$i"), 'lifetime');
}

$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(['url' => $argv[1], 'auto_release' => false]);
    $on = new RedisMutexLock(['url' => $argv[1], 'auto_release' => true]);
    $lock->lock("$argv[2]-off", 0, 600);
    $on->lock("$argv[2]-on", 0, 600);
    $lock->lock("$argv[2]-unlocked", 0, 600);
    say($lock->token("$argv[2]-off"));
    say($lock->unlock("$argv[2]-unlocked") ? 'released' : 'lost');
    PHP, [$server->url(), $name]);
$token = $worker->line();
// auto_release does not switch off unlock.
$worker->expect('released');
$worker->finish();
Check::same($token, $redis->call('GET', "lock:$name-off"), 'after the process');
Check::same(0, $redis->call('EXISTS', "lock:$name-on", "lock:$name-unlocked"), 'the others');

// The lock ends with its lifetime.
$lock = new RedisMutexLock(['url' => $server->url(), 'auto_release' => false]);
Check::same(true, $lock->lock($name, 10, 0.5), 'lock');
unset($lock);
Check::same(true, @(new RedisMutexLock($server->url()))->lock($name, 30, 20, 1000), 'after its lifetime');

echo 'done';
?>
--EXPECT--
done
