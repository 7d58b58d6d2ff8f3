--TEST--
detach ends renewal, also one in flight: from then on the lifetime only falls, until adopt with null renews it again
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
// A renewal is executed 20 ms after it was sent: detach comes between these moments.
$proxy = Proxy::to($server, ['with' => Script::sha('renew'), 'do' => 'delay', 'ms' => 20]);
$sent = static fn (): int => count(array_filter(
    $proxy->log(),
    static fn (array $seen): bool => $seen['did'] === 'delay',
));
for ($round = 0; $round < 3; $round++) {
    $lock = new RedisMutexLock([...$proxy->config(), 'lease' => 1.5]);
    $names = array_map(static fn (int $i): string => "a-$round-$i", range(1, 20));
    foreach ($names as $name) {
        Check::true($lock->lock($name, expire: null), "lock $name");
    }
    $before = $sent();
    Check::eventually(fn (): bool => $sent() > $before, 5, 'renewals are in flight');
    $left = [];
    foreach ($names as $name) {
        $token = $lock->detach($name);
        $left[$name] = $redis->call('PTTL', "lock:$name");
        $owner = $redis->call('GET', "lock:$name");
        Check::true($owner === null || $owner === $token, "$name: the token is the owner's");
    }
    Check::same([], $lock->held(), 'held');
    // The end of the object releases none of the detached locks.
    unset($lock);
    while ($left !== []) {
        foreach ($left as $name => $before) {
            $now = $redis->call('PTTL', "lock:$name");
            Check::true($now <= $before, "$name: $before ms, then $now ms");
            $left[$name] = $now;
        }
        $left = array_filter($left, static fn (int $left): bool => $left !== -2);
    }
}

$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.5]);
Check::true($lock->lock('b', expire: null), 'lock');
$token = $lock->detach('b');
Check::true($lock->adopt('b', $token, null), 'adopt');
Check::true($lock->token('b') !== $token, 'another holdership');
usleep(1_700_000);
Check::true($lock->isLocking('b'), 'renewed again');
Check::same([null, true], [$lock->detach('c'), $lock->unlock('b')], 'unlock');
echo 'done';
?>
--EXPECT--
done
