--TEST--
A handler may wait for a lock itself: the inner wait keeps its own deadline, the outer one goes on or ends at its own
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('nest');
$holder = new RedisMutexLock($redis->url());
foreach (['outer', 'inner'] as $part) {
    Check::true($holder->lock("$name-$part", 0, 600), "somebody holds $part");
}
// The outer wait is longer than the inner one, then shorter.
foreach ([[4.0, 1.0], [1.0, 3.0]] as [$outer, $inner]) {
    $worker = Worker::run(<<<'PHP'
        [, $url, $name, $outer, $inner] = $argv;
        $lock = new RedisMutexLock("$url?name=$name-$outer");
        $depth = 0;
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () use ($lock, $name, $inner, &$depth) {
            $depth++;
            $began = hrtime(true);
            $got = $lock->lock("$name-inner", (float) $inner, 60, 50000);
            $took = (hrtime(true) - $began) / 1e9;
            Tests\Check::same(false, $got, 'inner lock');
            Tests\Check::between((float) $inner, $inner + 5, $took, 'inner wait');
            Tests\Check::true($lock->lock("$name-$inner-free", 0, 60), 'a free lock in the handler');
            $depth--;
            say('inner ended');
        });
        $began = hrtime(true);
        $got = $lock->lock("$name-outer", (float) $outer, 60, 50000);
        $took = (hrtime(true) - $began) / 1e9;
        Tests\Check::same([false, 0, ["$name-$inner-free"]], [$got, $depth, $lock->held()], 'outer lock');
        Tests\Check::between(max((float) $outer, (float) $inner), $outer + $inner + 5, $took, 'outer wait');
        say('outer ended');
        PHP, [$redis->url(), $name, $outer, $inner]);
    Check::eventually(fn (): bool => array_filter(
        $client->clients(),
        fn (array $one): bool => $one['name'] === "$name-$outer" && !str_starts_with($one['cmd'], 'client'),
    ) !== [], 10, 'it has asked');
    $worker->signal(SIGUSR1);
    $worker->expect('inner ended', 20);
    $worker->expect('outer ended', 20);
    $worker->finish();
}

echo "done\n";
--EXPECT--
done
