--TEST--
expire() with a token sets the lifetime of that owner's lock and remembers nothing; with its own token it is expire() without
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('life');
$lock = new RedisMutexLock($server->url(lease: 600));
foreach (['aB3dE6gH9jK2mN5p', "\0\xff\r\n", str_repeat("\xf0", 4096), RedisMutexLock::generateToken()] as $i => $token) {
    Check::same(false, $lock->expire($name, 60, $token), "$i: nobody holds it");
    $redis->call('SET', "lock:$name", $token);
    Check::same(false, $lock->expire($name, 60, 'x'), "$i: another token");
    Check::same(-1, $redis->call('PTTL', "lock:$name"), "$i: a wrong token changes nothing");
    Check::true($lock->expire($name, 60, $token), "$i: longer");
    Check::between(50_000, 60_000, $redis->call('PTTL', "lock:$name"), "$i: PTTL");
    Check::true($lock->expire($name, 5.5, $token), "$i: shorter");
    Check::between(1, 5_500, $redis->call('PTTL', "lock:$name"), "$i: PTTL");
    Check::same([null, null, [], false], [
        $lock->token($name), $lock->remaining($name), $lock->held(), $lock->isLocking($name),
    ], "$i: what this object holds");
    $redis->call('DEL', "lock:$name");
}
$redis->call('HSET', "lock:$name", 'a', 'b');
Check::same(false, $lock->expire($name, 5, 'a'), 'a hash');
Check::same(-1, $redis->call('PTTL', "lock:$name"), 'the hash stays');
$redis->call('DEL', "lock:$name");

$lock->lock($name, 0, null);
Check::between(100, 600, $lock->remaining($name), 'a renewed lock');
Check::true($lock->expire($name, 0.8, $lock->token($name)), 'with its own token');
Check::between(0, 0.8, $lock->remaining($name), 'a fixed lock now');
Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$name") === 0, 20, 'nobody renews it');
Check::same(null, $lock->token($name), 'it ran out');
echo "done\n";
?>
--EXPECT--
done
