--TEST--
Bytes that come right behind an answer, in its packet or a moment later, are never the next command's reply
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('name');
$redis->call('SET', "lock:$name-theirs", 'somebody');

/** The descriptors of this process that are sockets. */
$sockets = fn (): array => array_values(array_filter(
    scandir('/proc/self/fd'),
    fn (string $fd): bool => str_starts_with((string) @readlink("/proc/self/fd/$fd"), 'socket:['),
));
$before = $sockets();

/** Returns at once when bytes have come on the lock's connection. */
$arrival = function () use ($sockets, $before): Closure {
    $own = array_values(array_diff($sockets(), $before));
    Check::same(1, count($own), 'the lock has one connection');
    $same = fopen("php://fd/$own[0]", 'r');

    return function () use ($same): void {
        $read = [$same];
        $none = null;
        Check::same(1, stream_select($read, $none, $none, 10), 'the bytes have come');
    };
};

$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5]);
$calls = [
    'lock' => fn () => $lock->lock("$name-theirs", 0, 60),
    'isLocked' => fn () => $lock->isLocked("$name-free"),
    'unlock' => fn () => $lock->unlock("$name-stolen"),
];
$extras = ["+OK\r\n", ":1\r\n", "-ERR unasked\r\n", '+', "+O", "\$2\r\nOK\r\n"];
foreach ($calls as $method => $call) {
    foreach ($extras as $i => $extra) {
        // The first: in the packet of the answer. The others: in another packet.
        foreach ([null, 0.05, 0.2, 0.4] as $ms) {
            $case = "$method, extra $i, ms " . ($ms ?? 'none');
            if ($method === 'unlock') {
                Check::true($lock->lock("$name-stolen", 0, 60), "$case: lock");
                $redis->call('SET', "lock:$name-stolen", 'thief');
            }
            $lock->isLocked($name);
            $wait = $arrival();
            $opened = RedisMutexLock::stats()['connections_opened'];
            $rule = ['command' => 'EXISTS', 'times' => 1, 'do' => 'extra', 'bytes' => $extra];
            $proxy->rule($rule + ($ms === null ? [] : ['ms' => $ms]));
            $answer = $lock->isLocked($name);
            $ms === null || $wait();
            Check::same(false, $call(), $case);
            Check::same(false, $answer, "$case: the answer before");
            Check::same($opened + 1, RedisMutexLock::stats()['connections_opened'], "$case: a new connection");
            unset($wait);
            $proxy->clear();
            $redis->call('DEL', "lock:$name-stolen");
        }
    }
}
Check::same('somebody', $redis->call('GET', "lock:$name-theirs"), 'theirs');
$redis->call('DEL', "lock:$name-theirs");
echo "done\n";
?>
--EXPECT--
done
