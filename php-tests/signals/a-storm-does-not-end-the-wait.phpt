--TEST--
Thousands of signals during one wait neither end it early nor keep it from its deadline
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('storm');
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'somebody holds it');
$worker = Worker::run(<<<'PHP'
    $handled = 0;
    pcntl_async_signals(true);
    foreach ([SIGUSR1, SIGUSR2, SIGALRM] as $signal) {
        pcntl_signal($signal, function () use (&$handled) { $handled++; });
    }
    $lock = new RedisMutexLock("$argv[1]?name=$argv[2]");
    $began = hrtime(true);
    $got = $lock->lock($argv[2], 3, 60);
    $took = (hrtime(true) - $began) / 1e9;
    say("$handled");
    // Signals that the kernel still holds reach the handlers, not the end of the script.
    hear();
    Tests\Check::same(false, $got, 'lock');
    Tests\Check::between(3, 13, $took, 'the wait');
    PHP, [$redis->url(), $name]);
Check::eventually(fn (): bool => array_filter(
    $client->clients(),
    fn (array $one): bool => $one['name'] === $name && !str_starts_with($one['cmd'], 'client'),
) !== [], 10, 'it has asked');
for ($sent = 0; !$worker->spoke(); $sent += 3) {
    $worker->signal(SIGUSR1);
    $worker->signal(SIGUSR2);
    $worker->signal(SIGALRM);
}
Check::between(1000, PHP_INT_MAX, $sent, 'signals sent');
// Equal signals that arrive together count once.
Check::between(100, $sent, (int) $worker->line(), 'signals handled');
$worker->tell('end');
$worker->finish();

echo "done\n";
--EXPECT--
done
