--TEST--
A companion key of the wrong type stays untouched, and the lock works with a fence from the clock
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);

$makers = ['string' => ['SET', 'x'], 'list' => ['RPUSH', 'x'], 'set' => ['SADD', 'x'], 'zset' => ['ZADD', 1, 'x'],
    'hash of words' => ['HSET', 'fence', 'tall', 'token', 'x']];
foreach ($makers as $type => $words) {
    $name = Check::unique('companion');
    $counter = "lock:$name:fence:{lock:$name}";
    $redis->call(array_shift($words), $counter, ...$words);
    $before = $redis->call('DUMP', $counter);
    $last = 0;
    foreach (range(1, 3) as $i) {
        [$seconds, $micros] = $redis->call('TIME');
        Check::same(true, $lock->lock($name), "$type: lock $i");
        $fence = $lock->fence($name);
        Check::between($seconds * 1_000_000 + $micros, PHP_INT_MAX, $fence, "$type: fence $i is no less than the clock");
        Check::true($fence > $last, "$type: fence $i grows");
        $last = $fence;
        Check::same(true, $lock->expire($name, 30), "$type: expire $i");
        Check::same(true, $lock->adopt($name, $lock->detach($name)), "$type: adopt $i");
        Check::true($lock->fence($name) > $last, "$type: fence of adopt $i");
        $last = $lock->fence($name);
        Check::same(true, $lock->unlock($name), "$type: unlock $i");
    }
    Check::same($before, $redis->call('DUMP', $counter), "$type: the companion");
    Check::same(-1, $redis->call('TTL', $counter), "$type: its lifetime");
}

echo 'done';
?>
--EXPECT--
done
