--TEST--
Signals during commands in flight break none of them, over a slow line and over a fast one
--FILE--
<?php
$redis = RedisServer::shared();
$slow = Proxy::to($redis, ['do' => 'drip', 'ms' => 2]);
foreach (['a dripping line' => [$slow->url(), 20], 'TCP' => [$redis->url(), 5000], 'a Unix socket' => [$redis->unixUrl(), 5000]] as $line => [$url, $pairs]) {
    $worker = Worker::run(<<<'PHP'
        [, $url, $name, $pairs] = $argv;
        $handled = 0;
        pcntl_async_signals(true);
        foreach ([SIGUSR1, SIGUSR2] as $signal) {
            pcntl_signal($signal, function () use (&$handled) { $handled++; });
        }
        $lock = new RedisMutexLock(['url' => $url, 'command_timeout' => 30]);
        say('begins');
        for ($i = 0; $i < $pairs; $i++) {
            Tests\Check::same([true, true, true, false], [
                $lock->lock($name, 0, 60), $lock->isLocking($name), $lock->unlock($name), $lock->isLocked($name),
            ], "pair $i");
        }
        say("$handled");
        hear();
        PHP, [$url, Check::unique('pairs'), $pairs]);
    $worker->expect('begins');
    while (!$worker->spoke()) {
        $worker->signal(SIGUSR1);
        $worker->signal(SIGUSR2);
    }
    Check::between(20, PHP_INT_MAX, (int) $worker->line(), "$line: signals handled");
    $worker->tell('end');
    $worker->finish();
}
Check::same(1, $slow->accepted(), 'one connection was enough for all of it');

echo "done\n";
--EXPECT--
done
