--TEST--
A renewal without an answer is repeated over another connection before the lease is over, also before the end of a short lease
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$renew = Script::sha('renew');
$proxy = Proxy::to($server, ['with' => $renew, 'times' => 1, 'do' => 'stall']);
// The first renewal is due after 1 s. A wait of a whole command_timeout would use up the lease.
$lock = new RedisMutexLock([...$proxy->config(), 'lease' => 3, 'command_timeout' => 2.5]);
Check::true($lock->lock('a', expire: null), 'lock');
$token = $redis->call('GET', 'lock:a');
$renewals = static fn (): array => array_values(array_filter(
    $proxy->log(),
    static fn (array $seen): bool => in_array($renew, $seen['words'], true),
));
Check::eventually(function () use ($lock, $renewals): bool {
    Check::true($lock->remaining('a') !== null, 'it is valid all the time');

    return count($renewals()) >= 4;
}, 15, 'renewals');
$seen = array_slice($renewals(), 0, 4);
Check::same(['stall', 'pass', 'pass', 'pass'], array_column($seen, 'did'), 'what became of them');
Check::same([2, 3, 3, 3], array_column($seen, 'connection'), 'their connections');
Check::same($token, $redis->call('GET', 'lock:a'), 'owner');
Check::same([true, true], [$lock->isLocking('a'), $lock->unlock('a')], 'its word');
$stats = RedisMutexLock::stats();
Check::same([1, 0], [$stats['renewal_errors'], $stats['lost']], 'errors and losses');
echo 'done';
?>
--EXPECT--
done
