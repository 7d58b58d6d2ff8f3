--TEST--
With a token that owns the key already, one attempt is false and a wait is true at once
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
foreach ([false, true] as $fencing) {
    $config = ['url' => $server->url(), 'fencing' => $fencing];
    $name = Check::unique('twice');
    [$first, $second] = [new RedisMutexLock($config), new RedisMutexLock($config)];
    $token = RedisMutexLock::generateToken();
    Check::true($first->lock($name, 0, 60, token: $token), 'the first');
    Check::same(false, $second->lock($name, 0, 60, token: $token), 'one attempt, fencing ' . (int) $fencing);
    $began = hrtime(true);
    // Without the token it would look every hour.
    Check::true($second->lock($name, 3_000, 60, 3_600_000_000, $token), 'a wait');
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, 'seconds of the wait');
    Check::same([$token, $token], [$second->token($name), $redis->call('GET', "lock:$name")], 'the owner');
    $fencing && Check::same($first->fence($name), $second->fence($name), 'one owner has one fence');
    Check::true($second->unlock($name), 'unlock');
    Check::same(false, $first->isLocking($name), 'so the first has lost it');
    Check::same([], $redis->call('KEYS', "lock:$name:queue:*"), 'the queue');
}
echo "done\n";
?>
--EXPECT--
done
