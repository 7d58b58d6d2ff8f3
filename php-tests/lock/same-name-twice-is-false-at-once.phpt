--TEST--
The same name twice in one object is false at once, without a wait and without asking
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());

Check::same(true, $lock->lock('twice', 0, 600), 'the first');
$token = $lock->token('twice');
$before = $redis->commandstats();
foreach ([0, 5, 3600, null] as $timeout) {
    // With null a wait for the own lock would have no end: the time limit of the test would show it.
    $began = hrtime(true);
    Check::same(false, $lock->lock('twice', $timeout, 600), 'the second, timeout ' . json_encode($timeout));
    Check::between(0, 4.5, (hrtime(true) - $began) / 1e9, 'seconds it took');
}
$after = $redis->commandstats();
unset($before['info'], $after['info']);
Check::same($before, $after, 'commands');
Check::same($token, $lock->token('twice'), 'the first is as it was');
Check::same(['twice'], $lock->held(), 'held');
Check::same(true, $lock->unlock('twice'), 'one unlock frees it');
Check::same(0, $redis->call('EXISTS', 'lock:twice'), 'the key');

echo 'done';
?>
--EXPECT--
done
