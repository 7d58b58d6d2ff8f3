--TEST--
adopt of a name that is held, with its own token: null starts renewal, a number ends it
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock([...$server->config(), 'lease' => 1.2]);
$name = Check::unique('own');
Check::true($lock->lock($name, expire: 60), 'a fixed lock');
$token = $lock->token($name);
Check::true($lock->adopt($name, $token, null), 'adopt with null');
Check::between(1, 1200, $redis->call('PTTL', "lock:$name"), 'a lease now');
usleep(2_600_000);
Check::same([true, $token], [$lock->isLocking($name), $lock->token($name)], 'renewed');
Check::same(false, $lock->adopt($name, 'of somebody else', 60), 'another token');
usleep(1_400_000);
Check::true($lock->isLocking($name), 'that changed nothing');

Check::true($lock->adopt($name, $token, 1.5), 'adopt with a number');
$before = $redis->call('PTTL', "lock:$name");
Check::between(1, 1500, $before, 'the new lifetime');
while (($now = $redis->call('PTTL', "lock:$name")) !== -2) {
    Check::true($now <= $before, "no longer renewed: $before ms, then $now ms");
    $before = $now;
}
Check::same([null, false], [$lock->remaining($name), $lock->unlock($name)], 'it has run out');
echo 'done';
?>
--EXPECT--
done
