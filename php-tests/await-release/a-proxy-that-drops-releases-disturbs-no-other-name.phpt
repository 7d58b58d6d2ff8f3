--TEST--
A proxy drops every release: other names go on, that name is Unavailable, and an awaited release leaves as much
--FILE--
<?php
$ways = [
    'cutBefore' => ['do' => 'cutBefore'],
    'a request that vanishes' => ['do' => 'answer', 'bytes' => ''],
    'BUSY' => ['do' => 'answer', 'bytes' => "-BUSY Redis is busy running a script\r\n"],
    'LOADING' => ['do' => 'answer', 'bytes' => "-LOADING Redis is loading the dataset in memory\r\n"],
];
const TIMEOUT = 0.8;
$server = RedisServer::shared();
Together::each($ways, function (array $rule, string $way) use ($server): void {
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    $config = $proxy->config() + ['command_timeout' => TIMEOUT];
    $lock = Ahead::object($config);
    $awaiting = new RedisMutexLock($config);
    Check::true($lock->lock($name, 0, 60) && $awaiting->lock("$name-awaited", 0, 60), "$way: lock");
    // The only script that the proxy has seen is the one that releases.
    $scripts = array_filter($proxy->log(), fn (array $seen): bool => $seen['words'][0] === 'EVALSHA');
    $proxy->rule(['command' => 'EVALSHA', 'with' => end($scripts)['words'][1]] + $rule);
    Check::true($lock->unlock($name), "$way: unlock");
    for ($i = 0; $i < 3; $i++) {
        foreach ([$lock, new RedisMutexLock($config)] as $which => $object) {
            $began = hrtime(true);
            Check::true($object->lock("other-$which-$i$name", 0, 60), "$way: another name");
            Check::true($object->isLocking("other-$which-$i$name"), "$way: and a look at it");
            Check::between(0, 4 * TIMEOUT + 2, (hrtime(true) - $began) / 1e9, "$way: seconds of both");
        }
        Check::true($lock->unlock("other-0-$i$name"), "$way: its release is dropped too, and owed");
    }
    foreach ([
        'lock' => fn () => $lock->lock($name, 0, 60),
        'isLocked' => fn () => $lock->isLocked($name),
        'another object' => fn () => (new RedisMutexLock($config))->isLocked($name),
    ] as $what => $ask) {
        $began = hrtime(true);
        Check::throws(RedisMutexLockUnavailableException::class, $ask);
        Check::between(0, 3 * TIMEOUT + 2, (hrtime(true) - $began) / 1e9, "$way, $what: seconds");
    }
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $awaiting->unlock("$name-awaited"));
    Check::same(2, $redis->call('EXISTS', "lock:$name", "lock:$name-awaited"), "$way: both names are locked");
    $proxy->clear();
    Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), "$way: afterwards");
    unset($lock, $awaiting, $object, $ask);
    // Objects that died meanwhile were bounded too, and their locks are left to the lease.
    $left = preg_grep('/lock:other-1-/', $redis->call('KEYS', "lock:*$name*"), PREG_GREP_INVERT);
    Check::same([], array_values($left), "$way: nothing of that object is left");
});
echo "done\n";
?>
--EXPECT--
done
