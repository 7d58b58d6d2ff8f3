--TEST--
lock and unlock with null send exactly the commands that they send with a number, over as many connections
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$other = new RedisMutexLock($server->url());
$lock = new RedisMutexLock($server->url());
$lock->lock('warm');
$lock->unlock('warm');
$other->lock('busy', 0, 60);

/** Commands by name that $f causes, reads from sockets, and new connections. */
$cost = static function (callable $f) use ($redis): array {
    $look = static function () use ($redis): array {
        $stats = $redis->call('INFO', 'stats');
        $number = static fn (string $key): int => (int) preg_replace("/.*$key:(\d+).*/s", '$1', $stats);

        return ['reads' => $number('total_reads_processed'), 'connections' => $number('total_connections_received')]
            + array_diff_key($redis->commandstats(), ['info' => 0]);
    };
    $before = $look();
    $f();
    $after = $look();

    return array_filter(
        array_map(static fn (string $key): int => $after[$key] - ($before[$key] ?? 0), array_combine(array_keys($after), array_keys($after))),
    );
};
$works = [
    'lock and unlock' => function (?float $expire) use ($lock): void {
        Check::true($lock->lock('a', 0, $expire) && $lock->unlock('a'), 'lock and unlock');
    },
    'synchronized' => fn (?float $expire) => $lock->synchronized('a', fn () => null, 0, $expire),
    'held by another' => fn (?float $expire) => Check::same(false, $lock->lock('busy', 0, $expire), 'held'),
    'detach and adopt' => function (?float $expire) use ($lock): void {
        $lock->lock('a', 0, $expire);
        Check::true($lock->adopt('a', $lock->detach('a'), $expire) && $lock->unlock('a'), 'adopt');
    },
    'the end of the object' => fn (?float $expire) => @(new RedisMutexLock($server->url()))->lock('a', 0, $expire),
    'unlockAll of many' => function (?float $expire) use ($lock): void {
        foreach (range(1, 10) as $i) {
            $lock->lock("a-$i", 0, $expire);
        }
        Check::true($lock->unlockAll(), 'unlockAll');
    },
];
foreach ($works as $what => $work) {
    // Twice: the first time the server learns the scripts.
    $work(60.0);
    $fixed = $cost(fn () => array_map(fn () => $work(60.0), range(1, 10)));
    $renewed = $cost(fn () => array_map(fn () => $work(null), range(1, 10)));
    ksort($fixed);
    ksort($renewed);
    Check::between(10, 1000, max($fixed), "$what: something was counted");
    Check::same($fixed, $renewed, $what);
}
echo 'done';
?>
--EXPECT--
done
