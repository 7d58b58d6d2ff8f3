--TEST--
expire() of a renewed lock makes it a fixed one, also with a slow renewal in flight: in 200 races no lifetime rises again
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
// The proxy delays each renewal, and then its answer.
$proxy = Proxy::to(
    $server,
    ['with' => Script::sha('renew'), 'every' => 2, 'do' => 'delay', 'ms' => 8],
    ['with' => Script::sha('renew'), 'do' => 'delayReply', 'ms' => 8],
);
$fixed = 0.15;
$kept = 0;
for ($round = 0; $round < 10; $round++) {
    $lock = new RedisMutexLock([...$proxy->config(), 'lease' => 1.5]);
    $names = array_map(static fn (int $i): string => "a-$round-$i", range(1, 20));
    foreach ($names as $name) {
        Check::true($lock->lock($name, expire: null), "lock $name");
    }
    // From shortly before the first renewal to shortly after the last one.
    usleep(485_000 + 2500 * $round);
    $left = [];
    foreach ($names as $name) {
        if ($lock->expire($name, $fixed)) {
            $kept++;
            $left[$name] = $redis->call('PTTL', "lock:$name");
            Check::true($left[$name] <= $fixed * 1000, "$name: its lifetime is the new one");
        }
    }
    while ($left !== []) {
        foreach ($left as $name => $before) {
            $now = $redis->call('PTTL', "lock:$name");
            Check::true($now <= $before, "$name: $before ms, then $now ms");
            $left[$name] = $now;
        }
        $left = array_filter($left, static fn (int $left): bool => $left !== -2);
    }
    Check::same([], $lock->held(), 'they have run out');
}
Check::between(1, 200, $kept, 'those that were not lost before');

// A longer lifetime stays as it is, too.
$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.5]);
Check::true($lock->lock('long', expire: null), 'lock');
Check::true($lock->expire('long', 60), 'expire');
usleep(600_000);
Check::between(50_000, 59_700, $redis->call('PTTL', 'lock:long'), 'its lifetime in Redis');
Check::between(50, 59.7, $lock->remaining('long'), 'its lifetime by our clock');
Check::true($lock->unlock('long'), 'unlock');
echo 'done';
?>
--EXPECT--
done
