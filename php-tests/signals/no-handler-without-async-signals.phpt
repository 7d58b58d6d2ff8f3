--TEST--
With async signals off no handler runs during the wait; the script dispatches it afterwards
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('sync');
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'somebody holds it');
$worker = Worker::run(<<<'PHP'
    $handled = 0;
    pcntl_signal(SIGUSR1, function () use (&$handled) { $handled++; });
    $lock = new RedisMutexLock("$argv[1]?name=$argv[2]");
    $began = hrtime(true);
    $got = $lock->lock($argv[2], 2, 60);
    $took = (hrtime(true) - $began) / 1e9;
    Tests\Check::same([false, 0], [$got, $handled], 'the result, and handlers that ran');
    Tests\Check::between(2, 7, $took, 'the wait');
    pcntl_signal_dispatch();
    Tests\Check::same(1, $handled, 'dispatched by the script');
    PHP, [$redis->url(), $name]);
Check::eventually(fn (): bool => array_filter(
    $client->clients(),
    fn (array $one): bool => $one['name'] === $name && !str_starts_with($one['cmd'], 'client'),
) !== [], 10, 'it has asked');
$worker->signal(SIGUSR1);
$worker->finish(20);

echo "done\n";
--EXPECT--
done
