--TEST--
adopt of a renewed lock with its own token and null renews it on, but max_hold counts from when it was got
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.2, 'max_hold' => 1.8]);
$name = Check::unique('capped');
$began = hrtime(true);
$seconds = static fn (): float => (hrtime(true) - $began) / 1e9;
Check::true($lock->lock($name, expire: null), 'lock');
$token = $lock->token($name);
$last = 0.0;
while ($lock->remaining($name) !== null && $seconds() < 6) {
    // adopt asks for a whole new lifetime and gets one lease.
    if ($seconds() < 1.7) {
        $last = $seconds();
        Check::true($lock->adopt($name, $token, null), "adopt after $last s");
        Check::same($token, $lock->token($name), 'the token stays');
    }
    usleep(50_000);
}
// max_hold and one lease, without the 1.8 s that a new max_hold from the last adopt would add.
Check::between(1.8, 1.8 + 1.2 + 0.6, $seconds(), 'seconds until the loss');
Check::true($last > 0.6, 'it was adopted in between');
Check::same([false, []], [$lock->isLocking($name), $lock->held()], 'its word');
Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$name") === 0, 2, 'the key is gone');
echo 'done';
?>
--EXPECT--
done
