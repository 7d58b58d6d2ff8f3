--TEST--
list() returns at most $limit locks, and asks for no further page once it has them
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
for ($i = 0; $i < 6_000; $i++) {
    $redis->send('SET', "lock:$i", "owner of $i");
    $redis->reply();
}
$lock = new RedisMutexLock(['url' => $server->url(), 'command_timeout' => 10]);
/** @return array{list<array<string, mixed>>, int} the result, and how many pages were asked for */
$ask = static function (mixed ...$arguments) use ($lock, $redis): array {
    $redis->call('CONFIG', 'RESETSTAT');
    $found = $lock->list(...$arguments);

    return [$found, $redis->commandstats()['scan']];
};
[$all, $pages] = $ask('*', PHP_INT_MAX);
Check::same(6_000, count(array_unique(array_column($all, 'owner'))), 'all of them');
// Each server is searched twice: for locks and for names with shares.
Check::between(10, 16, $pages, 'pages');
foreach ([1, 2, 999] as $limit) {
    [$found, $pages] = $ask('*', $limit);
    Check::same([$limit, 1], [count($found), $pages], "limit $limit: found, and pages");
    $names = array_column($found, 'name');
    $sorted = $names;
    sort($sorted, SORT_STRING);
    Check::same($sorted, $names, "limit $limit: sorted");
}
[$found, $pages] = $ask();
Check::same(1_000, count($found), 'the default is 1000');
Check::between(1, 2, $pages, 'pages for 1000');
[$found, $pages] = $ask(limit: 2_500);
Check::same(2_500, count($found), 'limit 2500');
Check::between(2, 4, $pages, 'pages for 2500');

$refused = static function (callable $call, string $message): void {
    Check::same("RedisMutexLock::list(): Argument $message", Check::throws(ValueError::class, $call)->getMessage(), 'message');
};
$redis->call('CONFIG', 'RESETSTAT');
$refused(fn () => $lock->list('*', 0), '#2 ($limit) must be at least 1, 0 given');
$refused(fn () => $lock->list(limit: PHP_INT_MIN), '#2 ($limit) must be at least 1, ' . PHP_INT_MIN . ' given');
$refused(fn () => $lock->list(''), '#1 ($pattern) must be from 1 to 4096 bytes long, 0 given');
$refused(fn () => $lock->list(str_repeat('*', 4097)), '#1 ($pattern) must be from 1 to 4096 bytes long, 4097 given');
Check::same(0, $redis->commandstats()['scan'] ?? 0, 'nothing was sent');
echo "done\n";
?>
--EXPECT--
done
