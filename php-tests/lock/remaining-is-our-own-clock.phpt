--TEST--
remaining decreases, and keeps back 1 % and 2 ms of the lifetime
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());

foreach ([10, 100, 2.5, 31_536_000] as $expire) {
    $name = Check::unique('left');
    Check::same(null, $lock->remaining($name), 'before lock');
    Check::same(true, $lock->lock($name, 0, $expire), 'lock');
    $believed = $expire - $expire / 100 - 0.002;
    $first = $lock->remaining($name);
    // A slow machine may be a second late. The object must never believe in too much.
    Check::between($believed - 1, $believed, $first, "remaining of $expire");
    $left = $redis->call('PTTL', "lock:$name");
    Check::true($lock->remaining($name) <= $left / 1000, 'no more than Redis has');
    $then = hrtime(true);
    $second = $lock->remaining($name);
    Check::true($second <= $first, 'it does not grow');
    Check::eventually(static fn (): bool => $lock->remaining($name) <= $first - 0.05, 10, 'it decreases');
    Check::true((hrtime(true) - $then) / 1e9 >= 0.05 - ($first - $second) - 0.001, 'not faster than the time');
}

// remaining() sends no command, so it does not notice changes in Redis.
$redis->call('DEL', "lock:$name");
Check::true($lock->remaining($name) > 1, 'remaining of a deleted lock');
$lock->unlock($name);
Check::same(null, $lock->remaining($name), 'after unlock');
Check::same(null, (new RedisMutexLock($server->url()))->remaining($name), 'of another object');

echo 'done';
?>
--EXPECT--
done
