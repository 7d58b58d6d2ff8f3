--TEST--
lock, synchronized and adopt with null give renewed locks; a fixed lock beside them is not renewed
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.2]);
$other = new RedisMutexLock([...$server->config(), 'lease' => 1.2]);
[$locked, $adopted, $own, $fixed, $section] = array_map(
    Check::unique(...),
    ['locked', 'adopted', 'own', 'fixed', 'section'],
);
Check::true($lock->lock($locked, 0, null), 'lock');
Check::true($other->lock($adopted, 0, 60), 'a fixed lock elsewhere');
Check::true($lock->adopt($adopted, $other->detach($adopted), null), 'adopt');
Check::between(1, 1200, $redis->call('PTTL', "lock:$adopted"), 'an adopted one lives for one lease');
Check::true($lock->lock($own, 0, 60), 'a fixed lock here');
$token = $lock->token($own);
Check::true($lock->adopt($own, $token, null), 'adopt with the own token');
Check::same($token, $lock->token($own), 'the token stays');
Check::between(1, 1200, $redis->call('PTTL', "lock:$own"), 'it lives for one lease now');
Check::true($lock->lock($fixed, 0, 1.2), 'a fixed lock');
$names = [$locked, $adopted, $own];
$tokens = array_map($lock->token(...), $names);
// null is the default of synchronized.
$lock->synchronized($section, static function () use ($lock, $section): void {
    $token = $lock->token($section);
    usleep(2_600_000);
    Check::same([true, $token], [$lock->isLocking($section), $lock->token($section)], 'inside of synchronized');
});
Check::same($names, $lock->held(), 'held after two leases');
Check::same($tokens, array_map(fn (string $name): ?string => $redis->call('GET', "lock:$name"), $names), 'owners');
Check::same([null, 0], [$lock->remaining($fixed), $redis->call('EXISTS', "lock:$fixed")], 'the fixed one ran out');
Check::same([true, true, true], array_map($lock->unlock(...), $names), 'unlock');
Check::same(0, $redis->call('EXISTS', ...array_map(fn (string $name): string => "lock:$name", $names)), 'keys');
echo 'done';
?>
--EXPECT--
done
