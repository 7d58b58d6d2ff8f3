--TEST--
At max_hold renewal ends: the lock is lost at most one lease later, and that is a loss like any other
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock(['port' => $server->port, 'lease' => 0.6, 'max_hold' => 1.0]);
$name = Check::unique('cap');
$other = Check::unique('beside');
$uncapped = new RedisMutexLock(['port' => $server->port, 'lease' => 0.6]);
Check::true($uncapped->lock($other, expire: null), 'a lock without a cap');
$lost = Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized(
    $name,
    static function () use ($lock, $redis, $name): float {
        $began = hrtime(true);
        $token = $lock->token($name);
        do {
            $now = (hrtime(true) - $began) / 1e9;
        } while ($lock->remaining($name) !== null && $now < 5);
        // Redis keeps it no longer than by the last renewal.
        Check::eventually(fn (): bool => $redis->call('GET', "lock:$name") !== $token, 0.6, 'the key is gone');

        return $now;
    },
));
// Renewed past its first lease, and no longer than the cap and one lease.
Check::between(0.7, 1.6, $lost->result, 'seconds until the loss');
Check::same([false, [], false], [$lock->isLocking($name), $lock->held(), $lock->unlock($name)], 'its word');
Check::true($uncapped->isLocking($other), 'the one without a cap goes on');

// Asked for anew it starts anew.
Check::true($lock->lock($name, expire: null), 'lock');
usleep(800_000);
Check::true($lock->isLocking($name), 'renewed');
Check::true($lock->unlock($name), 'unlock');
echo 'done';
?>
--EXPECT--
done
