--TEST--
A lock() under a given token that lost both replies is Unavailable; the token is kept and released before the next command for the name, or at the end
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('name');
$next = [
    'unlock' => fn (RedisMutexLock &$lock) => $lock->unlock($name),
    'unlock with the token' => fn (RedisMutexLock &$lock, string $token) => $lock->unlock($name, $token),
    'lock under another token' => fn (RedisMutexLock &$lock) => Check::true(
        $lock->lock($name, 0, 60, token: RedisMutexLock::generateToken()) && $lock->unlock($name),
        'lock',
    ),
    'lock under the same token' => function (RedisMutexLock &$lock, string $token) use ($name): void {
        Check::true($lock->lock($name, 0, 60, token: $token), 'lock');
        Check::same($token, $lock->token($name), 'its token');
        Check::true($lock->isLocking($name) && $lock->unlock($name), 'held and released');
    },
    'the end of the object' => function (?RedisMutexLock &$lock): void {
        $lock = null;
    },
];
foreach ($next as $what => $call) {
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 10]);
    Check::same(false, $lock->isLocked($name), "$what: free before");
    $token = RedisMutexLock::generateToken();
    $proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'cutAfter']);
    $proxy->rule(['command' => 'EVAL*', 'times' => 1, 'do' => 'cutAfter']);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0, 60, token: $token));
    $proxy->clear();
    Check::same($token, $redis->call('GET', "lock:$name"), "$what: the server did it");
    Check::same([null, [], false], [$lock->token($name), $lock->held(), $lock->isLocking($name)], "$what: not held");
    $call($lock, $token);
    Check::same(0, $redis->call('EXISTS', "lock:$name"), "$what: released");
}
echo "done\n";
?>
--EXPECT--
done
