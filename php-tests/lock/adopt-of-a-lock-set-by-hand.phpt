--TEST--
adopt takes a lock that another program has set, with any token
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);

// 16 characters are what Laravel writes.
foreach (['Ab3dEf6hIj9kLm2n', '1', "\0\xff\r\n", str_repeat('t', 4095), "it's \"one\""] as $i => $token) {
    foreach (['with a lifetime' => ['PX', 60_000], 'without one' => []] as $kind => $words) {
        $name = Check::unique('by-hand');
        $redis->call('SET', "lock:$name", $token, ...$words);
        foreach (["{$token}x", substr($token, 1) . 'y', strrev($token) . ' '] as $wrong) {
            Check::same(false, $lock->adopt($name, $wrong), "a wrong token, $i $kind");
        }
        Check::same($token, $redis->call('GET', "lock:$name"), "untouched, $i $kind");
        Check::same(true, $lock->adopt($name, $token, 600), "adopt, $i $kind");
        Check::same($lock->token($name), $redis->call('GET', "lock:$name"), "the value, $i $kind");
        Check::between(300_000, 600_000, $redis->call('PTTL', "lock:$name"), "lifetime, $i $kind");
        Check::true(is_int($lock->fence($name)), "fence, $i $kind");
        Check::same(true, $lock->unlock($name), "unlock, $i $kind");
    }
}
Check::same(false, $lock->adopt(Check::unique('free'), 'Ab3dEf6hIj9kLm2n'), 'adopt of a free name');
Check::same([], $lock->held(), 'held');

echo 'done';
?>
--EXPECT--
done
