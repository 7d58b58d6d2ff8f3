--TEST--
A lock that is not released is free for others after expire seconds, never before
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('lifetime');
$one = new RedisMutexLock($server->url());
$two = new RedisMutexLock($server->url());

$began = hrtime(true);
Check::same(true, $one->lock($name, 10, 0.4), 'the first');
Check::same(true, $two->lock($name, 30, 20, 1000), 'the second');
// Redis has a clock of its own and counts whole milliseconds.
Check::between(0.398, 25, (hrtime(true) - $began) / 1e9, 'seconds until the second has it');

// The first object knew before that its lock was over.
Check::same(null, $one->token($name), 'token of the first');
Check::same(null, $one->remaining($name), 'remaining of the first');
Check::same([], $one->held(), 'held by the first');
Check::same(false, $one->isLocking($name), 'isLocking of the first');
Check::same(false, $one->unlock($name), 'unlock of the first');
Check::same($two->token($name), $redis->call('GET', "lock:$name"), 'the value');

echo 'done';
?>
--EXPECT--
done
