--TEST--
A release that was lost, or whose answer was lost in any way, is made up for by whatever this process does next
--FILE--
<?php
Ahead::eachWay(function (RedisServer $server, Proxy $proxy, array $rule, array $config, string $way): void {
    [$redis, $name] = [$server->client(), Check::unique('name')];
    $key = "lock:$name";
    $first = Ahead::object($config);
    $next = [
        'lock' => fn (RedisMutexLock $lock) => Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), "$way: lock"),
        'a wait' => fn (RedisMutexLock $lock) => Check::true($lock->lock($name, 20, 60) && $lock->unlock($name), "$way: a wait"),
        'a renewed lock' => fn (RedisMutexLock $lock) => Check::true($lock->lock($name, 0, null) && $lock->unlock($name), "$way: renewed"),
        'lock of another name' => function (RedisMutexLock $lock) use ($name, $way): void {
            Check::true($lock->lock("$name-other", 0, 60), "$way: lock of another name");
            Check::true($lock->unlock("$name-other"), "$way: unlock of another name");
        },
        'isLocked' => fn (RedisMutexLock $lock) => Check::same(false, $lock->isLocked($name), "$way: isLocked"),
        'owner' => fn (RedisMutexLock $lock) => Check::same(null, $lock->owner($name), "$way: owner"),
        'list' => fn (RedisMutexLock $lock) => Check::same([], $lock->list($name), "$way: list"),
        'forceUnlock' => fn (RedisMutexLock $lock) => Check::same(false, $lock->forceUnlock($name), "$way: forceUnlock"),
        'synchronized' => fn (RedisMutexLock $lock) => Check::same(1, $lock->synchronized($name, fn () => 1, 0, 60), "$way: synchronized"),
        'lock by another object' => function (RedisMutexLock $lock) use ($config, $name, $way): void {
            $other = new RedisMutexLock($config);
            Check::true($other->lock($name, 0, 60) && $other->unlock($name), "$way: lock by another object");
        },
        // What comes with the released token itself.
        'lock by that token' => function (RedisMutexLock $lock, string $token) use ($name, $way): void {
            Check::true($lock->lock($name, 0, 60, token: $token) && $lock->unlock($name), "$way: lock by that token");
        },
        'adopt' => fn (RedisMutexLock $lock, string $token) => Check::same(false, $lock->adopt($name, $token, 60), "$way: adopt"),
        'unlock of that token' => fn (RedisMutexLock $lock, string $token) => Check::same(false, $lock->unlock($name, $token), "$way: unlock of it"),
        'nothing' => fn () => null,
    ];
    if (in_array($way, Ahead::SILENT, true)) {
        // A half second is all that the end of an object has. The test of orderly ends is about it.
        unset($next['nothing']);
    }
    foreach ($next as $what => $do) {
        foreach (['unlock', 'unlockAll'] as $method) {
            $case = "$way, $method, then $what";
            $lock = new RedisMutexLock($config);
            Ahead::warm($lock, "$name-warm");
            Check::true($lock->lock($name, 0, 60), "$case: lock");
            $token = $lock->token($name);
            $proxy->rule(['command' => 'EVALSHA', 'times' => 1] + $rule);
            $began = hrtime(true);
            Check::true($method === 'unlock' ? $lock->unlock($name) : $lock->unlockAll(), $case);
            Check::between(0, 2, (hrtime(true) - $began) / 1e9, "$case: seconds of the release, of 5 for an answer");
            if ($way === 'a surplus reply') {
                // Only within a millisecond, the connection is not looked at before it is used again. What comes later than the
                // look is the answer to the next question, so the proxy gets the time to write both.
                usleep(100_000);
            }
            $do($lock, $token);
            Check::same([], $lock->held(), "$case: held");
            $looks = ['lock of another name', 'isLocked', 'owner', 'list', 'forceUnlock', 'adopt', 'unlock of that token'];
            if (in_array($what, $looks, true) && !in_array($way, Ahead::SILENT, true)) {
                // The call itself has made up for it, so a process that asks nothing from then on leaves no lock either.
                Check::same(0, $redis->call('EXISTS', $key), "$case: right after it");
            }
            // Reads the answer to the last release, and makes up for a release that was lost.
            unset($lock);
            Check::same(0, $redis->call('EXISTS', $key, "$key-other", "$key-warm"), "$case: nothing is left");
            $proxy->clear();
            $proxy->drop();
        }
    }
    Check::same(false, $first->isLocked($name), "$way: an object that was there all the time");
});
echo "done\n";
?>
--EXPECT--
done
