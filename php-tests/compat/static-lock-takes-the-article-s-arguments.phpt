--TEST--
StaticMutexLock takes the arguments of its article, and gives its results
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$arguments = [dirname(__DIR__, 2) . '/examples/compat/StaticMutexLock.php', $name = Check::unique('static')];
$ini = ['redis_mutex_lock.url' => $server->url()];
// A lock by hand, as the old code of the article sets it.
$redis->call('SET', "lock:$name", 1, 'EX', 60);
$waiters = [];
foreach (["''", "'for ever'", '60', "'60'", '60.5', 'null'] as $timeout) {
    $waiters[] = Worker::run(<<<PHP
        [, \$file, \$name] = \$argv;
        require \$file;
        say('ready');
        say(json_encode(StaticMutexLock::lock(\$name, $timeout, '30', 1000.0)));
        say(json_encode(StaticMutexLock::release(\$name)));
        PHP, $arguments, ini: $ini);
}
array_walk($waiters, fn (Worker $worker) => $worker->expect('ready'));
$queue = "lock:$name:queue:{lock:$name}";
Check::eventually(fn () => $redis->call('ZCOUNT', $queue, 1, '+inf') === count($waiters), 30, 'all wait');
$redis->call('DEL', "lock:$name");
foreach ($waiters as $worker) {
    $worker->expect('true', 30);
    $worker->expect('null');
    $worker->finish();
}

$worker = Worker::run(<<<'PHP'
    use StaticMutexLock as RedisMutexLock;

    [, $file, $name] = $argv;
    require $file;
    foreach ([fn () => RedisMutexLock::lock(''), fn () => RedisMutexLock::release('')] as $call) {
        Tests\Check::same(500, Tests\Check::throws(Exception::class, $call)->getCode(), 'code for an empty key');
    }
    Tests\Check::true(RedisMutexLock::lock($name), 'a free lock');
    say('locked');
    hear();
    $began = hrtime(true);
    Tests\Check::same(false, RedisMutexLock::lock($name, 20), 'the own lock');
    Tests\Check::between(0, 10, (hrtime(true) - $began) / 1e9, 'seconds until the answer');
    Tests\Check::same(null, RedisMutexLock::release($name), 'release');
    // A timeout below 0, and a number as a key.
    Tests\Check::true(RedisMutexLock::lock(hrtime(true), -1, 5), 'a numeric key');
    PHP, $arguments, ini: $ini);
$worker->expect('locked');
Check::between(10_000, 20_000, $redis->call('PTTL', "lock:$name"), 'the lifetime by default');
$worker->tell('go');
$worker->finish();
Check::same([], $redis->call('KEYS', "lock:$name*"), 'keys');
echo "done\n";
?>
--EXPECT--
done
