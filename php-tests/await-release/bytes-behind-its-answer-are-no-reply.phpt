--TEST--
Bytes that come behind the answer to a release that is not awaited are never taken for the next command's reply
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('name');
$redis->call('SET', "lock:$name-theirs", 'somebody', 'PX', 600000);

/** The descriptors of this process that are sockets. */
$sockets = fn (): array => array_values(array_filter(
    scandir('/proc/self/fd'),
    fn (string $fd): bool => str_starts_with((string) @readlink("/proc/self/fd/$fd"), 'socket:['),
));
$before = $sockets();
$lock = Ahead::object($proxy->config() + ['command_timeout' => 5]);
$fenced = new RedisMutexLock($proxy->config() + ['command_timeout' => 5, 'fencing' => true, 'await_release' => false]);
$calls = [
    'lock' => fn () => Check::same(false, $lock->lock("$name-theirs", 0, 60), 'lock'),
    'lock with a fencing token' => fn () => Check::same(false, $fenced->lock("$name-theirs", 0, 60), 'fenced'),
    'a wait' => fn () => Check::same(false, $lock->lock("$name-theirs", 0.05, 60), 'a wait'),
    'isLocked' => fn () => Check::same(false, $lock->isLocked("$name-free"), 'isLocked'),
    'owner' => fn () => Check::same('somebody', $lock->owner("$name-theirs"), 'owner'),
    'adopt' => fn () => Check::same(false, $lock->adopt("$name-theirs", RedisMutexLock::generateToken(), 60), 'adopt'),
    'expire' => fn () => Check::same(false, $lock->expire("$name-theirs", 60, RedisMutexLock::generateToken()), 'expire'),
];
$extras = ["+OK\r\n", ":1\r\n", ":0\r\n", "-ERR unasked\r\n", "*2\r\n:1\r\n:7\r\n", "*2\r\n:1\r\n\$-1\r\n", '+', "\$8\r\nsomebody\r\n"];
foreach ($calls as $what => $call) {
    foreach ($extras as $extra) {
        // All releases but the first one of a connection are sent ahead, so no other call meets the rule.
        Ahead::warm($lock, "$name-warm");
        Check::true($lock->lock($name, 0, 60), "$what: lock");
        $own = array_values(array_diff($sockets(), $before));
        Check::same(1, count($own), "$what: the lock has one connection");
        $same = fopen("php://fd/$own[0]", 'r');
        $proxy->rule(['command' => 'EVALSHA', 'with' => "lock:$name", 'times' => 1, 'do' => 'extra', 'bytes' => $extra]);
        Check::true($lock->unlock($name), "$what: unlock");
        $read = [$same];
        $none = null;
        Check::same(1, stream_select($read, $none, $none, 10), "$what: the answer has come, and with it the bytes");
        fclose($same);
        // For a millisecond after the release its connection is not looked at.
        usleep(2_000);
        $call();
        $proxy->clear();
        Check::same(false, $lock->isLocked($name), "$what: released");
    }
}
unset($lock, $fenced, $calls, $call);
Check::same(["lock:$name-theirs"], preg_grep('/:fence:/', $redis->call('KEYS', "lock:$name*"), PREG_GREP_INVERT), 'nothing of ours is left');
$redis->call('DEL', "lock:$name-theirs");
echo "done\n";
?>
--EXPECT--
done
