--TEST--
A server that accepts and never answers, or does not even accept, is Unavailable at the command's deadline
--FILE--
<?php
// The kernel completes connections for a listener that never accepts. With a full queue it does not answer at all.
$listen = static fn (string $address, int $queue) => stream_socket_server(
    $address,
    $code,
    $message,
    STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
    stream_context_create(['socket' => ['backlog' => $queue]]),
);
$dir = new TempDir();
$waiting = [];
$full = static function ($listener, string $address) use (&$waiting): void {
    for ($i = 0; $i < 8; $i++) {
        $waiting[] = @stream_socket_client($address, $code, $message, 0, STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT);
    }
};
$tcp = $listen('tcp://127.0.0.1:0', 128);
$tcpFull = $listen('tcp://127.0.0.1:0', 1);
$unix = $listen("unix://{$dir->file('silent.sock')}", 128);
$unixFull = $listen("unix://{$dir->file('full.sock')}", 1);
$full($tcpFull, 'tcp://' . stream_socket_get_name($tcpFull, false));
$full($unixFull, "unix://{$dir->file('full.sock')}");
$proxy = Proxy::to(RedisServer::shared(), ['command' => 1, 'do' => 'stall']);

$port = static fn ($listener): array => Pass::config(Port::of($listener));
$servers = [
    'accepts and never answers' => $port($tcp) + ['password' => 'x', 'database' => 1],
    'does not accept' => $port($tcpFull),
    'Unix socket that never answers' => ['path' => $dir->file('silent.sock')],
    'Unix socket that does not accept' => ['path' => $dir->file('full.sock')],
    'silence on the greeting' => $proxy->config(),
];
foreach ($servers as $what => $server) {
    foreach ([['command_timeout' => 0.2], ['command_timeout' => 0.4, 'timeout' => 0.3], ['read_timeout' => 0.2, 'timeout' => 60]] as $times) {
        $lock = new RedisMutexLock($server + $times);
        $deadline = $times['command_timeout'] ?? $times['read_timeout'];
        $connect = min($deadline, $times['timeout'] ?? $deadline);
        // Nobody has accepted: it was not reached.
        $says = str_contains($what, 'does not accept') ? 'cannot be reached' : 'was reached and does not answer';
        foreach (['lock' => fn () => $lock->lock('a'), 'isLocked' => fn () => $lock->isLocked('a')] as $method => $call) {
            $began = hrtime(true);
            $thrown = Check::throws(RedisMutexLockUnavailableException::class, $call, $says);
            // The kernel counts whole milliseconds while it connects, so the deadline is not reached exactly.
            Check::between($connect - 0.005, 2 * $deadline + 2, (hrtime(true) - $began) / 1e9, "$what, $method: seconds");
            $where = isset($server['path']) ? $server['path'] : "127.0.0.1:{$server['port']}";
            $database = $server['database'] ?? 0;
            Check::true(str_contains($thrown->getMessage(), "Redis at $where, database $database "), $thrown->getMessage());
            Check::same(1, preg_match('/within (200|300|400) ms/', $thrown->getMessage()), $thrown->getMessage());
        }
        Check::true($lock->unlockAll(), "$what: nothing was sent, so no token is left to be released");
    }
}
echo "done\n";
?>
--EXPECT--
done
