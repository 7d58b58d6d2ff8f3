--TEST--
synchronized awaits its release: a theft is a RedisMutexLockLostException, and its lock is gone when it returns
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = Ahead::object($server->config());
foreach ([60, null] as $expire) {
    $name = Check::unique('section');
    for ($i = 0; $i < 50; $i++) {
        Check::same($i, $lock->synchronized($name, fn () => $i, 0, $expire), 'its result');
        Check::same(0, $redis->call('EXISTS', "lock:$name"), "call $i: gone for everybody");
    }
    foreach (['DEL' => fn () => $redis->call('DEL', "lock:$name"), 'SET' => fn () => $redis->call('SET', "lock:$name", 'thief')] as $how => $steal) {
        $lost = Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, function () use ($steal): string {
            $steal();

            return 'result';
        }, 0, $expire));
        Check::same('result', $lost->result, "$how: the result");
        Check::same($how === 'SET' ? 1 : 0, $redis->call('DEL', "lock:$name"), "$how: the thief's lock");
    }
    // Its own unlock inside is sent ahead, and then the section has nothing to lose.
    Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, fn () => $lock->unlock($name), 0, $expire));
    Check::same(false, $lock->isLocked($name), 'unlocked inside');
    // A release that has no answer does not end the next section.
}
// A section behind a release whose answer is late.
$proxy = Proxy::to($server);
$slow = Ahead::object($proxy->config() + ['command_timeout' => 20]);
Check::true($slow->lock($name, 0, 60), 'lock');
$proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'do' => 'delayReply', 'ms' => 200]);
Check::true($slow->unlock($name), 'unlock');
Check::same('in', $slow->synchronized($name, fn () => 'in', 0, 60), 'a section behind a late answer');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
