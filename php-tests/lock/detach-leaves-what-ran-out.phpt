--TEST--
detach of a lock whose lease ran out returns null, and an object with auto_release off leaves its token alone from then on
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$config = ['url' => $server->url()];
$lock = new RedisMutexLock($config + ['auto_release' => false]);
$elsewhere = new RedisMutexLock($server->url());
$ranOut = static function (RedisMutexLock $lock, string $name) use ($redis): string {
    Check::same(true, $lock->lock($name, 0, 0.5), 'lock');
    $token = $lock->token($name);
    $redis->call('PEXPIRE', "lock:$name", 60_000);
    Check::eventually(static fn (): bool => $lock->remaining($name) === null, 10, 'the end of the validity');

    return $token;
};

$name = Check::unique('forgotten');
$token = $ranOut($lock, $name);
Check::same(null, $lock->detach($name), 'detach');
Check::same(false, $lock->unlock($name), 'unlock after it');
Check::same(false, $lock->lock($name, 0, 60), 'lock after it');
Check::same(true, $lock->unlockAll(), 'unlockAll after it');
Check::same($token, $redis->call('GET', "lock:$name"), 'the key after all of them');
Check::same(true, $elsewhere->adopt($name, $token, 60), 'adopt by the token that another process may have');

// An object that releases its locks frees that token before it gets the lock again, with detach() and without.
foreach ([[$config, 'detach'], [$config, 'held'], [$config + ['auto_release' => false], 'held']] as $number => [$of, $call]) {
    $owner = new RedisMutexLock($of);
    $name = Check::unique("freed-$number");
    $ranOut($owner, $name);
    $call === 'detach' ? Check::same(null, $owner->detach($name), 'detach') : Check::same([], $owner->held(), 'held');
    Check::same(true, $owner->lock($name, 0, 60), "lock after $call, $number");
}

echo 'done';
?>
--EXPECT--
done
