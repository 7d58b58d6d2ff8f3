--TEST--
Without an answer a renewal is tried again until the validity ends, with pauses, and not a moment longer
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$lock = new RedisMutexLock([...$proxy->config(), 'lease' => 1.2]);
$tries = static fn (): int => count(array_filter(
    $proxy->log(),
    static fn (array $seen): bool => in_array(Script::sha('renew'), $seen['words'], true),
));
$cut = static fn (): int => count(array_keys(array_column($proxy->log(), 'did'), 'cutBefore', true));
Check::true($lock->lock('a', expire: null), 'lock');
Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] >= 1, 5, 'the first renewal');
$proxy->rule(['with' => Script::sha('renew'), 'do' => 'cutBefore']);
// Renewals before the first cut were answered. From here on no renewal lengthens the lease.
Check::eventually(fn (): bool => $cut() >= 1, 5, 'the first one cut');
$last = $lock->remaining('a');
$until = hrtime(true) + $last * 1e9;
do {
    $now = hrtime(true);
    $left = $lock->remaining('a');
    Check::true($left === null || $left < $last, 'nothing lengthens it');
    Check::true($left === null || $now < $until, 'no longer than the validity');
    $last = $left ?? 0;
    usleep(1000);
} while ($left !== null);
// The pauses begin with 10 ms and double each time, up to 320 ms.
Check::between(2, 30, $cut(), 'tries');

// The server is back and may still have the key: this makes no difference.
$proxy->clear();
Check::same([false, [], null], [$lock->isLocking('a'), $lock->held(), $lock->token('a')], 'its word');
Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:a') === 0, 5, 'the lease has run out');
// After this time the proxy's log also has a try from right before the end.
usleep(200_000);
$after = $tries();
usleep(500_000);
Check::same($after, $tries(), 'no try after the end');
Check::same([null, false], [$lock->remaining('a'), $lock->unlock('a')], 'it stays lost');
echo 'done';
?>
--EXPECT--
done
