--TEST--
list() finds every lock among 20,000 other keys, each once, while keys come and go
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
for ($i = 0; $i < 20_000; $i += 500) {
    $redis->call('MSET', ...array_merge(...array_map(fn (int $n): array => ["cache:$n", 'x'], range($i, $i + 499))));
}
$expected = [];
for ($i = 0; $i < 300; $i++) {
    $redis->call('SET', "lock:$i", "owner $i", 'PX', 600_000);
    $expected[] = (string) $i;
}
sort($expected, SORT_STRING);
$lock = new RedisMutexLock($server->url(command_timeout: 10));
$names = static fn (): array => array_column($lock->list(), 'name');
Check::same($expected, $names(), 'at rest');
// The table of the server grows and shrinks meanwhile: SCAN gives some keys more than once.
$writer = Worker::run(<<<'PHP'
    $redis = new Tests\RedisClient($argv[1]);
    say('writing');
    for ($round = 0; $round < 4; $round++) {
        for ($i = 0; $i < 60_000; $i += 500) {
            $redis->call('MSET', ...array_merge(...array_map(fn (int $n): array => ["more:$n", 'x'], range($i, $i + 499))));
        }
        for ($i = 0; $i < 60_000; $i += 500) {
            $redis->call('DEL', ...array_map(fn (int $n): string => "more:$n", range($i, $i + 499)));
        }
    }
    PHP, [$server->address()]);
$writer->expect('writing');
do {
    Check::same($expected, $names(), 'while others write');
} while ($writer->running());
$writer->finish();
echo "done\n";
?>
--EXPECT--
done
