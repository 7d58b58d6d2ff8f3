--TEST--
A server that falls silent costs the release nothing and the next call its own command_timeout, and that call throws
--FILE--
<?php
const TIMEOUT = 0.6;
$calls = [
    'lock' => fn (RedisMutexLock $lock, string $name) => $lock->lock($name, 0, 60),
    'lock of another name' => fn (RedisMutexLock $lock, string $name) => $lock->lock("$name-other", 0, 60),
    'isLocked' => fn (RedisMutexLock $lock, string $name) => $lock->isLocked($name),
    'isLocked of another name' => fn (RedisMutexLock $lock, string $name) => $lock->isLocked("$name-other"),
    'owner' => fn (RedisMutexLock $lock, string $name) => $lock->owner($name),
    'list' => fn (RedisMutexLock $lock, string $name) => $lock->list($name),
    'forceUnlock' => fn (RedisMutexLock $lock, string $name) => $lock->forceUnlock($name),
    'synchronized' => fn (RedisMutexLock $lock, string $name) => $lock->synchronized($name, fn () => 1, 0, 60),
    'adopt' => fn (RedisMutexLock $lock, string $name) => $lock->adopt($name, RedisMutexLock::generateToken(), 60),
];
$cases = [];
foreach ($calls as $what => $call) {
    foreach ([1, 10] as $count) {
        $cases["$what behind $count"] = [$call, $count];
    }
}
$server = RedisServer::shared();
Together::each($cases, function (array $case, string $what) use ($server): void {
    [$call, $count] = $case;
    [$redis, $proxy, $name] = [$server->client(), Proxy::to($server), Check::unique('name')];
    $lock = Ahead::object($proxy->config() + ['command_timeout' => TIMEOUT]);
    $names = [$name, ...array_map(fn (int $i): string => "$name-$i", range(1, $count - 1 ?: 1))];
    array_map(fn (string $one) => Check::true($lock->lock($one, 0, 60), "$what: lock"), $names);
    $proxy->pause();
    $began = hrtime(true);
    array_map(fn (string $one) => Check::true($lock->unlock($one), "$what: unlock"), $names);
    Check::between(0, TIMEOUT, (hrtime(true) - $began) / 1e9, "$what: seconds of the releases");
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $call($lock, $name));
    // Two tries at most, as of any call, and each of them has a command_timeout.
    Check::between(0, 2 * TIMEOUT + 2, (hrtime(true) - $began) / 1e9, "$what: seconds of the next call");
    $proxy->resume();
    // A lock() without an answer may have been executed, so its token is freed first, as ever.
    Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), "$what: when the server is back");
    Check::same(false, $lock->isLocked($name), "$what: and after that");
    unset($lock);
    $keys = array_map(fn (string $one): string => "lock:$one", $names);
    Check::same(0, $redis->call('EXISTS', ...$keys), "$what: nothing is left");
});
// The object's end is bounded too.
$proxy = Proxy::to($server);
$lock = Ahead::object($proxy->config() + ['command_timeout' => 20]);
Check::true($lock->lock($name = Check::unique('end'), 0, 60), 'lock');
$proxy->pause();
Check::true($lock->unlock($name), 'unlock');
$began = hrtime(true);
unset($lock);
Check::between(0, 0.5 + 1.5, (hrtime(true) - $began) / 1e9, 'seconds of the end');
$proxy->resume();
Check::eventually(fn (): bool => $server->client()->call('EXISTS', "lock:$name") === 0, 10, 'and the release arrives');
echo "done\n";
?>
--EXPECT--
done
