--TEST--
expire while the renewal has no answer fails after two failures, and the lock is held and renewed on afterwards
--FILE--
<?php
$server = RedisServer::shared();
$renew = ['with' => Script::sha('renew')];
Together::each(['expire', 'adopt with a number'], function (string $how) use ($server, $renew): void {
    $redis = $server->client();
    $proxy = Proxy::to($server, $renew + ['do' => 'stall']);
    $lock = new RedisMutexLock([...$proxy->config(), 'lease' => 6, 'command_timeout' => 0.9]);
    $name = Check::unique('stalled');
    Check::true($lock->lock($name, expire: null), "$how: lock");
    $token = $lock->token($name);
    $stalled = static fn (): int => count(array_keys(array_column($proxy->log(), 'did'), 'stall', true));
    Check::eventually(fn (): bool => $stalled() > 0, 10, "$how: a renewal is in flight");
    $out = $stalled();
    Check::throws(RedisMutexLockUnavailableException::class, fn () => match ($how) {
        'expire' => $lock->expire($name, 60),
        default => $lock->adopt($name, $token, 60),
    });
    // The call fails after the second failure of a renewal, not before, and does not wait for a third one.
    Check::between($out + 1, $out + 2, $stalled(), "$how: renewals that were sent");
    Check::between(0.01, 5.4, $lock->remaining($name), "$how: held, by the last renewal");
    Check::same([$token, [$name]], [$lock->token($name), $lock->held()], "$how: what is held");
    $left = $lock->remaining($name);
    $proxy->clear();
    Check::eventually(fn (): bool => $lock->remaining($name) > $left, 10, "$how: renewed again");
    // And there are more renewals after that.
    Check::eventually(fn (): bool => $redis->call('PTTL', "lock:$name") < 4900, 10, "$how: between two renewals");
    Check::eventually(fn (): bool => $redis->call('PTTL', "lock:$name") > 5000, 10, "$how: renewed once more");
    Check::same($token, $redis->call('GET', "lock:$name"), "$how: whose it is");
    if ($how === 'expire') {
        Check::true($lock->expire($name, 60), 'expire, now that there are answers');
        Check::between(6_001, 60_000, $redis->call('PTTL', "lock:$name"), 'the new lifetime');
    }
    Check::same([true, true], [$lock->isLocking($name), $lock->unlock($name)], "$how: its word");
});
echo 'done';
?>
--EXPECT--
done
