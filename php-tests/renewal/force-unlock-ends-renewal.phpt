--TEST--
forceUnlock of an own renewed lock ends its renewal: no command follows, and no loss is reported
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 0.9]);
$reported = [];
$lock->onLost(function (string $name) use (&$reported): void {
    $reported[] = $name;
});
/**
 * Fails if anything is sent, counted or reported: in this time a lock that is still renewed would be renewed twice, or be
 * found lost.
 */
$silence = static function (string $what) use ($redis, &$reported): void {
    $calls = $redis->commandstats();
    $moved = Stats::moved(static fn () => usleep(700_000));
    Check::same([], $moved, "$what: stats since");
    $since = $redis->commandstats();
    Check::same([], array_diff_key(array_diff_assoc($since, $calls), ['info' => 0]), "$what: commands since");
    Check::same([], $reported, "$what: reported");
};

// After a renewal, and before the first one.
foreach ([1, 0] as $renewals) {
    $stats = RedisMutexLock::stats();
    Check::true($lock->lock('a', expire: null), 'lock');
    Check::eventually(
        fn (): bool => RedisMutexLock::stats()['renewed'] >= $stats['renewed'] + $renewals,
        what: 'renewals before',
    );
    Check::true($lock->forceUnlock('a'), 'forceUnlock');
    $after = [$lock->isLocking('a'), $lock->held(), $lock->remaining('a'), $lock->token('a'), $lock->unlock('a')];
    Check::same([false, [], null, null, false], $after, 'what it believes');
    $silence("after $renewals renewals");
    $ended = RedisMutexLock::stats();
    $ends = [$ended['released'] - $stats['released'], $ended['lost'] - $stats['lost']];
    Check::same([1, 0], $ends, 'released and lost');
}

for ($i = 0; $i < 1000; $i++) {
    Check::true($lock->lock('a', expire: null), "lock $i");
    Check::true($lock->forceUnlock('a'), "forceUnlock $i");
}
$silence('after 1,000 of them');
Check::same(0, RedisMutexLock::stats()['lost'], 'lost');
Check::same([], $redis->call('KEYS', '*'), 'keys');
echo 'done';
?>
--EXPECT--
done
