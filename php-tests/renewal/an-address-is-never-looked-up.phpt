--TEST--
Where the configuration has an address and no name, no thread ever calls the resolver
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes', 'appendfsync' => 'always']);
$names = new FakeNames();
$worker = Worker::run(<<<'PHP'
    $config = unserialize($argv[1]);
    $lock = new RedisMutexLock($config);
    Tests\Check::true($lock->lock('a', 0, null), 'lock');
    say('locked');
    while (hear() !== 'end') {
        say((string) RedisMutexLock::stats()['renewed']);
    }
    // This process does ask the resolver that the test watches.
    (new RedisMutexLock(['host' => 'localhost'] + $config))->isLocked('a');
    PHP, [serialize(['host' => '127.0.0.1', 'lease' => 3] + $server->config())], $names->environment());
$worker->expect('locked');
$renewed = function () use ($worker): int {
    $worker->tell('stats');

    return (int) $worker->line();
};
for ($i = 0; $i < 2; $i++) {
    $before = $renewed();
    Check::eventually(fn (): bool => $renewed() > $before, 10, 'renewed');
    $server->restart();
}
$before = $renewed();
Check::eventually(fn (): bool => $renewed() > $before, 10, 'renewed over the third connection');
Check::same(0, $names->lookups(), 'lookups');
$worker->tell('end');
$worker->finish();
Check::same(1, $names->lookups(), 'lookups of a name');
echo 'done';
?>
--EXPECT--
done
