--TEST--
Two servers that do not answer cost no lease at a third one that does
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lease = 3;
$config = ['lease' => $lease, 'command_timeout' => 2];
$first = Proxy::to($server);
$second = Proxy::to($server);
$dead = [
    'second' => new RedisMutexLock($second->config() + $config),
    'first' => new RedisMutexLock($first->config() + $config),
];
$lock = new RedisMutexLock($server->config() + $config);
// Renewed in this order, one after another, each of them every second.
Check::true($dead['second']->lock('second', expire: null), 'lock');
usleep(400_000);
Check::true($dead['first']->lock('first', expire: null), 'lock');
usleep(200_000);
Check::true($lock->lock('alive', expire: null), 'lock');
$token = $lock->token('alive');
Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] > 0, 5, 'a renewal of the second');
// The next renewal is for the first server. Its lease ends a moment before the lease at the living server, and that of
// the second ends later. A thread that gave each dead server its whole lease, or a whole command deadline, would have
// no time left for the third.
$second->pause();
$first->pause();
for ($end = Deadline::in(3 * $lease); !$end->passed(); usleep(2000)) {
    Check::true($lock->remaining('alive') !== null, 'it is valid all the time');
}
Check::same($token, $redis->call('GET', 'lock:alive'), 'holder');
Check::same([true, true], [$lock->isLocking('alive'), $lock->unlock('alive')], 'its word');
// The locks at the dead servers are lost, and their objects know it.
foreach ($dead as $name => $it) {
    Check::same([null, []], [$it->remaining($name), $it->held()], "$name: lost");
}
$first->resume();
$second->resume();
echo 'done';
?>
--EXPECT--
done
