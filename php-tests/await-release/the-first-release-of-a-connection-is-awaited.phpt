--TEST--
The first release of each connection is awaited, so a server that knows no script frees the lock before unlock returns
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$keys = fn (): array => $redis->call('KEYS', 'lock:*');
foreach (['unlock', 'release', 'unlockAll'] as $method) {
    $redis->call('SCRIPT', 'FLUSH');
    // A port of its own, so that the object finds no connection.
    $proxy = Proxy::to($server);
    $lock = new RedisMutexLock($proxy->config() + ['await_release' => false]);
    foreach (['the script is unknown', 'the script was sent whole'] as $case) {
        Check::true($lock->lock('a', 0, 60), "$method, $case: lock");
        Check::true($method === 'unlockAll' ? $lock->unlockAll() : $lock->$method('a'), "$method, $case");
        // Only the first one is promised here. The second one may be under way.
        $case === 'the script is unknown'
            ? Check::same([], $keys(), "$method, $case: gone at once")
            : Check::eventually(fn (): bool => $keys() === [], 5, "$method, $case: gone");
    }
    // A connection is new after a cut too.
    $proxy->drop();
    $redis->call('SCRIPT', 'FLUSH');
    Check::true($lock->lock('a', 0, 60), "$method, after a cut: lock");
    Check::true($method === 'unlockAll' ? $lock->unlockAll() : $lock->$method('a'), "$method, after a cut");
    Check::same([], $keys(), "$method, after a cut: gone at once");
    unset($lock);
    Check::same([], $keys(), "$method: nothing left");
}
// The script was forgotten while the connection lives on: one release may be late, and the next command makes up for it.
$lock = Ahead::object($server->config());
foreach (['lock' => fn () => $lock->lock('a', 0, 60), 'isLocked' => fn () => !$lock->isLocked('a')] as $what => $next) {
    Check::true($lock->lock('a', 0, 60), "flushed, $what: lock");
    $redis->call('SCRIPT', 'FLUSH');
    Check::true($lock->unlock('a'), "flushed, $what: unlock");
    Check::true($next(), "flushed, then $what");
    Check::true($lock->unlock('a') || $what === 'isLocked', "flushed, $what: the end");
    Check::eventually(fn (): bool => $keys() === [], 5, "flushed, $what: nothing left");
}
Check::true($lock->lock('a', 0, 60), 'flushed, then the end of the object: lock');
$redis->call('SCRIPT', 'FLUSH');
Check::true($lock->unlock('a'), 'flushed, then the end of the object: unlock');
// The closures have the object too.
unset($lock, $next);
Check::same([], $keys(), 'flushed, then the end of the object: nothing left');
echo "done\n";
?>
--EXPECT--
done
