--TEST--
The end of max_hold is a loss that onLost tells, once, when the last lease is over and not before
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$server = RedisServer::shared();
$name = Check::unique('capped');
$lock = new RedisMutexLock(['port' => $server->port, 'lease' => 0.6, 'max_hold' => 0.8]);
$calls = [];
$lock->onLost(function (string $name, RedisMutexLock $lock) use (&$calls): void {
    $calls[] = [$name, $lock->remaining($name), $lock->held(), $lock->isLocking($name)];
});
$began = hrtime(true);
Check::true($lock->lock($name, expire: null), 'lock');
while ($calls === [] && hrtime(true) - $began < 6e9) {
    $before = hrtime(true);
    $left = $lock->remaining($name);
}
Check::same([[$name, null, [], false]], $calls, 'the callback');
// Renewed past the first lease, not past the cap and one lease.
Check::between(0.7, 0.8 + 0.6 + 0.2, (hrtime(true) - $began) / 1e9, 'seconds until it was told');
// Time for a second report, if there were one.
for ($end = hrtime(true) + 0.7e9; hrtime(true) < $end;);
$lock->held();
Check::same(1, count($calls), 'calls');
echo 'done';
?>
--EXPECT--
done
