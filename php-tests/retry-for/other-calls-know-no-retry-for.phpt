--TEST--
retry_for changes no call but lock and synchronized: with 0 too the others ask once more when a reply is lost
--FILE--
<?php
$server = RedisServer::start();
$calls = [
    'unlock' => ['EVAL*', fn (RedisMutexLock $lock) => $lock->unlock('held'), true],
    'unlockAll' => ['EVAL*', fn (RedisMutexLock $lock) => $lock->unlockAll(), true],
    'expire' => ['EVAL*', fn (RedisMutexLock $lock) => $lock->expire('held', 600), true],
    'isLocking' => ['GET', fn (RedisMutexLock $lock) => $lock->isLocking('held'), true],
    'isLocked' => ['EXISTS', fn (RedisMutexLock $lock) => $lock->isLocked('held'), true],
    'owner' => ['GET', fn (RedisMutexLock $lock) => is_string($lock->owner('held')), true],
    'adopt' => ['EVAL*', fn (RedisMutexLock $lock, string $token) => $lock->adopt('detached', $token, 600), true],
    'forceUnlock' => ['EVAL*', fn (RedisMutexLock $lock) => $lock->forceUnlock('held'), null],
];
$run = static function (string $call, float $retry_for) use ($calls, $server): array {
    [$command, $do, $expected] = $calls[$call];
    $what = "$call, retry_for $retry_for";
    $server->client()->call('FLUSHALL');
    $proxy = Proxy::to($server);
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'retry_for' => $retry_for]);
    Check::true($lock->lock('held', 0, 600) && $lock->lock('detached', 0, 600), "$what: before");
    $token = $lock->token('detached');
    Check::true($lock->detach('detached') !== null, "$what: detach");
    // Each script is known before, so a question is sent once.
    $warm = new RedisMutexLock($server->url());
    $warm->lock('warm', 0, 600) && $warm->expire('warm', 60);
    $warm->adopt('warm', $warm->token('warm'), 60);
    $warm->unlock('warm');
    $from = count($proxy->log());
    $proxy->rule(['command' => $command, 'nth' => 1, 'do' => 'cutAfter']);
    $began = hrtime(true);
    try {
        $result = $do($lock, $token);
        $expected === null || Check::same($expected, $result, $what);
        $outcome = json_encode($result);
    } catch (RedisMutexLockUnavailableException $e) {
        $outcome = preg_replace('/127\.0\.0\.1:\d+/', '', $e->getMessage());
    }
    Check::same(false, str_contains($outcome, 'tried for'), "$what: $outcome");
    $words = array_map(static fn (array $seen): string => $seen['words'][0], array_slice($proxy->log(), $from));

    return [$outcome, array_count_values($words)[$command === 'EVAL*' ? 'EVALSHA' : $command] ?? 0];
};
foreach (array_keys($calls) as $call) {
    $usual = $run($call, 60);
    Check::same(2, $usual[1], "$call: questions");
    Check::same($usual, $run($call, 0), "$call: the same with retry_for 0");
}
echo "done\n";
?>
--EXPECT--
done
