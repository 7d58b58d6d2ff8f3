--TEST--
At max_hold renewal ends: the lock is lost at most one lease later, and that is a loss like any other
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.2, 'max_hold' => 2.0]);
$name = Check::unique('cap');
$other = Check::unique('beside');
$uncapped = new RedisMutexLock([...$server->config(), 'lease' => 1.2]);
Check::true($uncapped->lock($other, expire: null), 'a lock without a cap');
$lost = Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized(
    $name,
    static function () use ($lock, $redis, $name): float {
        $began = hrtime(true);
        $seconds = static fn (): float => (hrtime(true) - $began) / 1e9;
        $token = $lock->token($name);
        $until = 0.0;
        do {
            $now = $seconds();
            $left = $lock->remaining($name);
            $until = $left === null ? $until : $now + $left;
        } while ($left !== null && $now < 8);
        // Redis keeps the key no longer than the last renewal says.
        Check::eventually(fn (): bool => $redis->call('GET', "lock:$name") !== $token, 1.2, 'the key is gone');

        return $until;
    },
));
// The lock was renewed past its first lease, and held no longer than max_hold and one lease.
Check::between(1.4, 2.0 + 1.2, $lost->result, 'seconds until the loss');
Check::same([false, [], false], [$lock->isLocking($name), $lock->held(), $lock->unlock($name)], 'its word');
Check::true($uncapped->isLocking($other), 'the one without a cap goes on');

// A new lock() begins a new max_hold.
Check::true($lock->lock($name, expire: null), 'lock');
usleep(1_500_000);
Check::true($lock->isLocking($name), 'renewed');
Check::true($lock->unlock($name), 'unlock');
echo 'done';
?>
--EXPECT--
done
