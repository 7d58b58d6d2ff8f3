--TEST--
SCRIPT FLUSH and CLIENT KILL of the renewing connection cost no lock
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 0.9, 'name' => 'ours']);
Check::true($lock->lock('a', expire: null), 'lock');
$token = $lock->token('a');
$ours = static fn (): array => array_column(
    array_filter($redis->clients(), static fn (array $one): bool => $one['name'] === 'ours'),
    'id',
);
$renewed = static function () use ($redis): void {
    $left = $redis->call('PTTL', 'lock:a');
    Check::eventually(function () use ($redis, &$left): bool {
        [$before, $left] = [$left, $redis->call('PTTL', 'lock:a')];

        return $left > $before;
    }, 5, 'a renewal');
};
$trouble = [
    'SCRIPT FLUSH' => fn () => $redis->call('SCRIPT', 'FLUSH'),
    'CLIENT KILL' => fn () => array_map(fn (string $id) => $redis->call('CLIENT', 'KILL', 'ID', $id), $ours()),
    'both' => fn () => [$redis->call('SCRIPT', 'FLUSH'), $redis->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')],
];
$renewed();
Check::same(2, count($ours()), 'one connection of PHP, one of the thread');
foreach ([...$trouble, ...array_values($trouble)] as $what => $do) {
    $do();
    $renewed();
    Check::same($token, $redis->call('GET', 'lock:a'), "$what: holder");
}
Check::same([true, true], [$lock->isLocking('a'), $lock->unlock('a')], 'its word');
Check::between(1, 2, count($ours()), 'connections in the end');
echo 'done';
?>
--EXPECT--
done
