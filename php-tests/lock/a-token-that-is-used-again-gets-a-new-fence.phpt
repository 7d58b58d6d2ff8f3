--TEST--
A token that gets a lock again after its release, its end or a wait gets a new fencing token, which is higher
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock(['url' => $server->url(), 'fencing' => true]);
$plain = new RedisMutexLock($server->url());
$name = Check::unique('again');
$token = RedisMutexLock::generateToken();
$last = 0;
$grown = static function (string $how) use ($lock, $name, &$last): void {
    Check::between($last + 1, PHP_INT_MAX, $lock->fence($name), $how);
    $last = $lock->fence($name);
};
Check::true($lock->lock($name, 0, 60, token: $token), 'first');
$grown('first');
Check::true($lock->isLocking($name), 'a question changes nothing');
Check::same($last, $lock->fence($name), 'one grant has one fence');
Check::true($lock->unlock($name), 'unlock');

Check::true($lock->lock($name, 0, 60, token: $token), 'after its release');
$grown('after its release');
Check::true($lock->expire($name, 0.05), 'a short end');
Check::eventually(fn () => $redis->call('EXISTS', "lock:$name") === 0, 10, 'it has run out');

Check::true($lock->lock($name, 0, 60, token: $token), 'after its end');
$grown('after its end');
Check::true($lock->unlock($name), 'unlock');

// The holder in between makes no fence, so the counter is still this token's when it waits.
Check::true($plain->lock($name, 0, 0.3), 'another holds it');
Check::true($lock->lock($name, 20, 60, token: $token), 'after a wait');
$grown('after a wait');
Check::true($lock->unlock($name), 'unlock');
$plain->unlock($name);
echo "done\n";
?>
--EXPECT--
done
