--TEST--
Waits are handed over to on a Unix socket, in another database, with any prefix and any bytes in the name
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$plain = $server->config();
$cases = [
    'Unix socket' => [['path' => $server->socket, 'scheme' => 'unix'], 'a'],
    'another database' => [$plain + ['database' => 3], 'a'],
    'a named connection' => [$plain + ['name' => 'mine'], 'a'],
    'no prefix' => [$plain + ['lock_prefix' => ''], 'a'],
    'a prefix with a tag' => [$plain + ['lock_prefix' => 'shop:{eu}:'], 'a'],
    'a name with braces' => [$plain, 'a{}b}c{'],
    'all bytes' => [$plain, implode('', array_map(chr(...), range(0, 255)))],
    'the longest name' => [$plain, str_repeat('x', 4096)],
    'a number' => [$plain, '7'],
];
foreach ($cases as $case => [$config, $name]) {
    $holder = new RedisMutexLock($config);
    Check::true($holder->lock($name, 0, 600), "$case: held");
    $waiter = Worker::run(<<<'PHP'
        [, $config, $name] = $argv;
        $lock = new RedisMutexLock(unserialize(base64_decode($config)));
        $name = base64_decode($name);
        say($lock->lock($name, 60, 600, 60000000) ? 'granted' : 'refused');
        say($lock->isLocking($name) ? 'mine' : 'lost');
        say($lock->unlock($name) ? 'released' : 'lost');
        PHP, [base64_encode(serialize($config)), base64_encode($name)]);
    Check::eventually(static fn (): bool => array_filter(
        $redis->clients(),
        static fn (array $client): bool => $client['cmd'] === 'blpop',
    ) !== [], 10, "$case: it sleeps");
    $redis->call('CONFIG', 'RESETSTAT');
    Check::true($holder->unlock($name), "$case: released");
    $waiter->expect('granted');
    $waiter->expect('mine');
    Check::same(1, $redis->commandstats()['rpush'] ?? 0, "$case: handed over");
    $waiter->expect('released');
    $waiter->finish();
}
foreach ([0, 3] as $database) {
    $redis->call('SELECT', $database);
    Check::eventually(static fn (): bool => $redis->call('DBSIZE') === 0, 10, "database $database is empty");
}
echo 'done';
?>
--EXPECT--
done
