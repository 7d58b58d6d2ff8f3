--TEST--
While lock() waits a signal handler runs promptly, and the wait goes on to its exact deadline
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('wait');
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'somebody holds it');
// The waiter looks once an hour: only the signal can wake it.
$worker = Worker::run(<<<'PHP'
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () { say((string) hrtime(true)); });
    $lock = new RedisMutexLock("$argv[1]?name=$argv[2]");
    $began = hrtime(true);
    $got = $lock->lock($argv[2], 4, 60, 3600000000);
    $took = (hrtime(true) - $began) / 1e9;
    say('ended');
    Tests\Check::same(false, $got, 'lock');
    Tests\Check::between(4, 9, $took, 'the wait');
    PHP, [$redis->url(), $name]);
// The first attempt is at the server: the process waits now, or is about to.
Check::eventually(fn (): bool => array_filter(
    $client->clients(),
    fn (array $one): bool => $one['name'] === $name && !str_starts_with($one['cmd'], 'client'),
) !== [], 10, 'it has asked');
foreach ([1, 2, 3] as $time) {
    $sent = hrtime(true);
    $worker->signal(SIGUSR1);
    $line = $worker->line();
    // The line comes before 'ended': the handler ran inside the wait.
    Check::true($line !== 'ended', "signal $time: handled during the wait");
    Check::between(0, 1, ((int) $line - $sent) / 1e9, "signal $time: its delay");
}
$worker->expect('ended');
$worker->finish();

echo "done\n";
--EXPECT--
done
