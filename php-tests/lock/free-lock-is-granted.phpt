--TEST--
A free lock is granted: a plain string with the owner token that lives for expire seconds
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('free');
$lock = new RedisMutexLock($server->url());

Check::same(true, $lock->lock($name), 'lock');
Check::same('string', $redis->call('TYPE', "lock:$name"), 'type of the key');
Check::same($lock->token($name), $redis->call('GET', "lock:$name"), 'value of the key');
// The default lifetime is 20 s.
Check::between(10_000, 20_000, $redis->call('PTTL', "lock:$name"), 'lifetime');
// There is no other key.
Check::same(["lock:$name"], $redis->call('KEYS', "*$name*"), 'keys');

echo 'done';
?>
--EXPECT--
done
