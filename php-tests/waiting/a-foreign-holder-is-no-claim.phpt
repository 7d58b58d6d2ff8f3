--TEST--
A foreign holder keeps the lock for its whole lifetime, though its value names a key of ours that is no list
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$beside = [
    'nothing' => null,
    'a lock of ours' => static fn (string $key, RedisMutexLock $lock, string $name) => $lock->lock($name, 0, 60),
    'a string with an end' => static fn (string $key) => $redis->call('SET', $key, 'x', 'PX', 2000),
    'a string' => static fn (string $key) => $redis->call('SET', $key, 'x'),
    'a hash' => static fn (string $key) => $redis->call('HSET', $key, 'x', 'y'),
];
foreach ($beside as $what => $make) {
    foreach (['one look' => 0, 'a wait' => 0.2] as $how => $timeout) {
        // A slow machine asks after the lifetime, and is right to get the lock.
        for ($refused = 0, $round = 1; $refused === 0; $round++) {
            Check::between(1, 10, $round, "$what, $how: rounds");
            $name = Check::unique('foreign');
            $ours = new RedisMutexLock($server->url());
            $companion = "$name:wake:{lock:$name}:stranger";
            $make !== null && $make("lock:$companion", $ours, $companion);
            $began = hrtime(true);
            $redis->call('SET', "lock:$name", 'stranger', 'PX', 1000);
            // With fencing the first command of lock is the script.
            $granted = @(new RedisMutexLock(['url' => $server->url(), 'fencing' => true]))->lock($name, $timeout, 60, 20_000);
            $seconds = (hrtime(true) - $began) / 1e9;
            $granted ? Check::between(1, 60, $seconds, "$what, $how: seconds until it was granted") : $refused++;
            $redis->call('DEL', "lock:$name", "lock:$companion", "lock:$name:fence:{lock:$name}");
        }
    }
}
echo 'done';
?>
--EXPECT--
done
