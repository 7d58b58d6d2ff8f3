--TEST--
Behind Sentinel list() asks the master, also after a failover
--FILE--
<?php
$set = SentinelSet::start();
// On a busy machine it takes seconds until both replicas follow a new master.
$lock = new RedisMutexLock($set->config(['min_replicas' => 2, 'command_timeout' => 10, 'retry_for' => 60]));
$expected = [];
for ($i = 0; $i < 20; $i++) {
    $token = RedisMutexLock::generateToken();
    Check::true($lock->lock("n$i", 30, 600, token: $token), 'lock');
    $expected["n$i"] = $token;
}
ksort($expected, SORT_STRING);
$found = static fn (RedisMutexLock $lock): array => array_column($lock->list(), 'owner', 'name');
$plain = new RedisMutexLock($set->config(['command_timeout' => 10]));
Check::same($expected, $found($plain), 'before');
$set->failOver();
// The old master follows the new one when this is granted. The other object is still connected to it.
Check::true($lock->lock('n20', 60, 600, token: $expected['n20'] = RedisMutexLock::generateToken()), 'lock at the new master');
Check::true($plain->expire('n0', 600, $expected['n0']) && $plain->unlock('n1', $expected['n1']), 'with a token, at the new master');
unset($expected['n1']);
ksort($expected, SORT_STRING);
Check::same($expected, $found($plain), 'after a planned failover');
Check::true($lock->lock('n21', 60, 600, token: $expected['n21'] = RedisMutexLock::generateToken()), 'the replicas have everything');
ksort($expected, SORT_STRING);
$set->promoted($set->kill());
Check::same($expected, $found($plain), 'after the death of a master');
Check::same($expected, $found(new RedisMutexLock($set->config(['name' => 'another']))), 'over a connection that never knew another');
echo 'done';
?>
--EXPECT--
done
