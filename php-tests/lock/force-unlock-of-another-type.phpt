--TEST--
forceUnlock of a key that is not a string is an exception, and the key stays
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());

foreach (['list' => ['RPUSH', 'x'], 'hash' => ['HSET', 'f', 'x'], 'zset' => ['ZADD', 1, 'x']] as $type => $words) {
    $name = Check::unique($type);
    $redis->call(array_shift($words), "lock:$name", ...$words);
    $before = $redis->call('DUMP', "lock:$name");
    // The message says how to get out of this.
    $error = Check::throws(RedisMutexLockException::class, fn () => $lock->forceUnlock($name), 'not a string');
    Check::true(str_contains($error->getMessage(), "\"lock:$name\""), 'the message names the key');
    Check::same(__FILE__, $error->getFile(), 'file');
    Check::same($before, $redis->call('DUMP', "lock:$name"), "the $type");
}

// Bytes of a name that cannot be printed stand escaped in a message.
$name = Check::unique('odd') . "\n\0\xff";
$redis->call('RPUSH', "lock:$name", 'x');
Check::throws(RedisMutexLockException::class, fn () => $lock->forceUnlock($name), '/^[\x20-\x7e]+$/');

echo 'done';
?>
--EXPECT--
done
