--TEST--
A user who may not use CLIENT INFO, CLIENT KILL and CLIENT SETNAME can lock, also after a lost reply
--FILE--
<?php
$server = RedisServer::start(['user' => [
    'plain on >s ~lock:* resetchannels +@all -client',
    // Exactly the rights of the line without the recommended ones.
    'least ' . Rights::rules(Rights::ALL_FEATURES, '>s'),
    // This user may use CLIENT INFO and CLIENT SETNAME, but not CLIENT KILL. Redis 6.2 knows no `-client|kill`.
    'mild on >s ~lock:* resetchannels +@all -client +client|info +client|setname',
]]);
foreach (['plain', 'least', 'mild'] as $user) {
    $proxy = Proxy::to($server);
    $lock = new RedisMutexLock([
        ...$proxy->config(),
        'username' => $user,
        'password' => 's',
        'database' => 2,
        'name' => 'worker',
        'fencing' => true,
        'command_timeout' => 0.5,
        'retry_for' => 60,
    ]);
    foreach (['a fresh connection', 'after a cut', 'after silence'] as $i => $when) {
        if ($i > 0) {
            $proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'do' => $i === 1 ? 'cutAfter' : 'swallow']);
        }
        $name = "$user-$i";
        Check::true($lock->lock($name, 0, 60), "$user, $when: lock");
        $proxy->clear();
        Check::true($lock->isLocking($name), "$user, $when: isLocking");
        Check::true($lock->expire($name, 30), "$user, $when: expire");
        Check::true($lock->fence($name) > 0, "$user, $when: fence");
        $token = $lock->detach($name);
        Check::true($lock->adopt($name, $token, 30), "$user, $when: adopt");
        Check::true($lock->isLocked($name) && $lock->owner($name) === $lock->token($name), "$user, $when: owner");
        Check::true($lock->forceUnlock($name), "$user, $when: forceUnlock");
        Check::true($lock->lock($name) && $lock->unlock($name), "$user, $when: unlock");
    }
    Check::same(3, $proxy->accepted(), "$user: connections");
}
echo "done\n";
?>
--EXPECT--
done
