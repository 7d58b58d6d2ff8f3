--TEST--
A lock that became free during a wait is granted at the deadline at the latest
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('last-look');
$lock = new RedisMutexLock($server->url());

// The holder's lifetime ends long before the deadline. The next look by sleep would come long after it.
$redis->call('SET', "lock:$name", 'somebody', 'PX', 200);
$began = hrtime(true);
Check::same(true, $lock->lock($name, 0.6, 20, 60_000_000), 'lock');
$took = (hrtime(true) - $began) / 1e9;
Check::between(0.0, 0.6 + 2, $took, 'seconds');
Check::same($lock->token($name), $redis->call('GET', "lock:$name"), 'the value');

echo 'done';
?>
--EXPECT--
done
