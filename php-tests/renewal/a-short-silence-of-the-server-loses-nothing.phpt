--TEST--
A server that is silent for less than a lease loses no lock
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 2, 'command_timeout' => 0.3]);
Check::true($lock->lock('a', expire: null), 'lock');
$token = $lock->token('a');
for ($round = 0; $round < 2; $round++) {
    // Longer than the interval of a renewal and its deadline, and far from the end of the lease.
    $server->pause();
    Check::eventually(fn (): bool => $lock->remaining('a') < 0.9, 5, 'a renewal is overdue');
    $server->resume();
    Check::eventually(fn (): bool => $lock->remaining('a') > 1.3, 5, 'it is renewed again');
}
Check::same([true, $token], [$lock->isLocking('a'), $lock->token('a')], 'held');
Check::same($token, $redis->call('GET', 'lock:a'), 'owner');
Check::true($lock->unlock('a'), 'unlock');
Check::same(0, $redis->call('EXISTS', 'lock:a'), 'key');
echo 'done';
?>
--EXPECT--
done
