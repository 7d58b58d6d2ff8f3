--TEST--
lock() takes the lock under the owner token that it is given; everything else is as without
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('given');
foreach ([false, true] as $fencing) {
    $config = ['url' => $server->url(), 'fencing' => $fencing];
    $lock = new RedisMutexLock($config);
    // The connection is open.
    Check::same(false, $lock->isLocked($name), 'before');
    $ways = [
        'one attempt' => fn (string $token) => $lock->lock($name, 0, 60, 100, $token),
        'a wait' => fn (string $token) => $lock->lock($name, 5, 60, token: $token),
        'renewed' => fn (string $token) => $lock->lock($name, expire: null, token: $token),
    ];
    foreach ($ways as $way => $take) {
        $case = "$way, fencing " . (int) $fencing;
        $token = RedisMutexLock::generateToken();
        Check::same(['acquired' => 1], Stats::moved(fn () => Check::true($take($token), "$case: lock")), "$case: counted");
        Check::same([$token, $token], [$redis->call('GET', "lock:$name"), $lock->token($name)], "$case: the owner");
        Check::same([[$name], true], [$lock->held(), $lock->isLocking($name)], "$case: held");
        Check::true($way === 'renewed' || $lock->remaining($name) > 50, "$case: remaining");
        Check::same($fencing, is_int($lock->fence($name)), "$case: fence");
        Check::same(false, @(new RedisMutexLock($config))->lock($name, 0.01, 60, token: RedisMutexLock::generateToken()), "$case: another");
        Check::true($lock->unlock($name), "$case: unlock");
        Check::same(0, $redis->call('EXISTS', "lock:$name"), "$case: released");
    }
    $token = RedisMutexLock::generateToken();
    Check::true($lock->lock($name, 0, 60, token: $token), 'lock, to be detached');
    Check::same($token, $lock->detach($name), 'detach gives the same token');
    $other = new RedisMutexLock($config);
    Check::true($other->adopt($name, $token, 60), 'adopt');
    Check::true($other->token($name) !== $token, 'the adopted lock has a new token');
    Check::true($other->unlock($name), 'unlock of the adopted lock');

    Check::true($lock->lock($name, 0, 60, token: RedisMutexLock::generateToken()), 'lock');
    // The closures have it too.
    unset($lock, $ways, $take);
    Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the end of the object releases it');
}
// null is as nothing.
$lock = new RedisMutexLock($server->url());
Check::true($lock->lock($name, 0, 60, 100_000, null), 'null');
Check::true(preg_match('/^[0-9a-f]{32}$/D', $lock->token($name)) === 1, 'a token of its own');
Check::true($lock->unlock($name, null), 'unlock');
echo "done\n";
?>
--EXPECT--
done
