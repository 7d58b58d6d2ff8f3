--TEST--
The end of max_hold is a loss that onLost tells, once, when the last lease is over and not before
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('capped');
$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.2, 'max_hold' => 1.6]);
$calls = [];
$lock->onLost(function (string $name, RedisMutexLock $lock) use (&$calls): void {
    $calls[] = [$name, $lock->remaining($name), $lock->held(), $lock->isLocking($name)];
});
Check::true($lock->lock($name, expire: null), 'lock');
$began = hrtime(true);
$seconds = static fn (): float => (hrtime(true) - $began) / 1e9;
$until = 0.0;
while ($calls === [] && $seconds() < 8) {
    $now = $seconds();
    $left = $lock->remaining($name);
    $until = $left === null ? $until : $now + $left;
}
$reported = $seconds();
Check::same([[$name, null, [], false]], $calls, 'the callback');
// The lock was renewed past the first lease, but not past max_hold and one lease.
Check::between(1.4, 1.6 + 1.2, $until, 'seconds until the end of the last lease');
Check::between($until, $until + 1, $reported, 'seconds until it was reported');
// Long enough for a second call of the callback.
for ($end = hrtime(true) + 1.3e9; hrtime(true) < $end;);
$lock->held();
Check::same(1, count($calls), 'calls');
echo 'done';
?>
--EXPECT--
done
