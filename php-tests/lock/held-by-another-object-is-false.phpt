--TEST--
Two objects in one process have different tokens and exclude each other
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('objects');
$one = new RedisMutexLock($server->url());
$two = new RedisMutexLock($server->url());

Check::same(true, $one->lock($name), 'the first');
$token = $redis->call('GET', "lock:$name");
$lives = $redis->call('PTTL', "lock:$name");
Check::same(false, $two->lock($name, 0, 3600), 'the second');
Check::same($token, $redis->call('GET', "lock:$name"), 'the value');
Check::between(1, $lives, $redis->call('PTTL', "lock:$name"), 'the lifetime');

// A refused lock is not held and cannot be released.
Check::same(null, $two->token($name), 'token of the refused one');
Check::same([], $two->held(), 'held by the refused one');
Check::same(false, $two->unlock($name), 'unlock of the refused one');
Check::same($token, $redis->call('GET', "lock:$name"), 'the value after that');

Check::same(true, $one->unlock($name), 'unlock');
Check::same(true, $two->lock($name), 'the second, once it is free');
Check::same(false, $one->lock($name), 'the first, now that the second has it');

echo 'done';
?>
--EXPECT--
done
