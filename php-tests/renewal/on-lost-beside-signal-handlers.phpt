--TEST--
Signal handlers and callbacks of losses share the engine's interrupt: both run, a handler inside a callback too
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('signals');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    pcntl_async_signals(true);
    $signals = 0;
    pcntl_signal(SIGUSR1, function () use (&$signals) { $signals++; });
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 2]);
    $reported = false;
    $lock->onLost(function () use (&$signals, &$reported) {
        say('lost');
        for ($i = 0; $signals === 1 && $i < 2000000000; $i++);
        $reported = true;
    });
    Tests\Check::true($lock->lock($name, expire: null), 'lock');
    say('locked');
    for ($i = 0; $signals === 0 && $i < 2000000000; $i++);
    say('a handler before');
    for ($i = 0; !$reported && $i < 2000000000; $i++);
    say("a handler inside: $signals");
    for ($i = 0; $signals === 2 && $i < 2000000000; $i++);
    say('a handler behind');
    PHP, [$redis->url(), $name]);
$worker->expect('locked');
$worker->signal(SIGUSR1);
$worker->expect('a handler before');
Check::same(1, $client->call('DEL', "lock:$name"), 'the key is deleted');
$worker->expect('lost');
$worker->signal(SIGUSR1);
$worker->expect('a handler inside: 2');
$worker->signal(SIGUSR1);
$worker->expect('a handler behind');
$worker->finish();

echo "done\n";
--EXPECT--
done
