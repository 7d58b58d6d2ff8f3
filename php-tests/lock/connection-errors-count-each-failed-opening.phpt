--TEST--
stats: connection_errors counts each opening of a connection that failed, on one server and behind sentinels
--FILE--
<?php
$once = ['command_timeout' => 5, 'retry_for' => 0];
$fails = fn (RedisMutexLock $lock) => fn () => Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 0, 5));
$nobody = Port::free();
$server = RedisServer::start(['requirepass' => 'secret']);
$sentinels = fn (string ...$nodes): array => ['sentinel' => ['service' => 'm', 'nodes' => $nodes]];
$cases = [
    'refused' => [1, ['host' => '127.0.0.1', 'port' => $nobody]],
    'no socket' => [1, ['path' => '/nowhere/at/all']],
    'a wrong password' => [1, [...$server->config(), 'password' => 'wrong']],
    'no file of TLS' => [1, ['scheme' => 'tls', 'port' => $nobody, 'host' => '127.0.0.1', 'cafile' => '/nowhere/ca.pem']],
    'two sentinels' => [2, $sentinels("127.0.0.1:$nobody", '127.0.0.1:' . Port::free())],
];
foreach ($cases as $what => [$errors, $config]) {
    $lock = new RedisMutexLock($once + $config);
    foreach (['first', 'second'] as $which) {
        Check::same(['connection_errors' => $errors], Stats::moved($fails($lock)), "$what, the $which time");
    }
}

// A server that accepts and is silent costs the time of the command, and counts once too.
$silent = stream_socket_server('tcp://127.0.0.1:0');
$lock = new RedisMutexLock([...Pass::config(Port::of($silent)), ...$once, 'command_timeout' => 0.2]);
Check::same(['connection_errors' => 1], Stats::moved($fails($lock)), 'silent');

// A connection that opens is none of them, although the one before was refused.
$lock = new RedisMutexLock([...$server->config(), ...$once, 'password' => 'secret']);
Check::same(['acquired' => 1, 'connections_opened' => 1], Stats::moved(fn () => $lock->lock('b', 0, 60)), 'opened');
$lock->unlock('b');
echo "done\n";
?>
--EXPECT--
done
