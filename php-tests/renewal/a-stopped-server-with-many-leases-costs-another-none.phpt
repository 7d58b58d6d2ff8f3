--TEST--
A stopped server at which 2,000 locks are renewed costs no lease at another server that answers
--FILE--
<?php
$stopped = RedisServer::start();
$server = RedisServer::start();
$redis = $server->client();
$lease = 3;
$config = ['lease' => $lease, 'command_timeout' => 1];
$many = new RedisMutexLock($stopped->config() + $config);
$lock = new RedisMutexLock($server->config() + $config);
for ($i = 0; $i < 2000; $i++) {
    $many->lock("n$i", expire: null) || throw new Exception('not free');
}
Check::true($lock->lock('alive', expire: null), 'lock');
$token = $lock->token('alive');
Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] > 2000, 5, 'a renewal of all');
// 20 attempts, one for each hundred locks, would take longer than the lease of the living one.
$stopped->pause();
for ($end = Deadline::in(2 * $lease); !$end->passed(); usleep(2000)) {
    Check::true($lock->remaining('alive') !== null, 'it is valid all the time');
}
Check::same($token, $redis->call('GET', 'lock:alive'), 'owner');
Check::same([true, true], [$lock->isLocking('alive'), $lock->unlock('alive')], 'its word');
// The locks at the stopped server are lost, and their objects know it.
Check::same([], $many->held(), 'held at the stopped server');
Check::same(2000, RedisMutexLock::stats()['lost'], 'lost');
$stopped->resume();
echo 'done';
?>
--EXPECT--
done
