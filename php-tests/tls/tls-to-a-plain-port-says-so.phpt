--TEST--
TLS to a port that does not speak it is Unavailable in time, and the message says what to change
--FILE--
<?php
$server = RedisServer::start();
$plain = ['port' => $server->plainPort] + $server->tlsConfig();
$silent = stream_socket_server('tcp://127.0.0.1:0');
// A server that greets, as those of mail do.
$greets = Worker::run(<<<'PHP'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    say((string) Tests\Port::of($listener));
    while ($client = stream_socket_accept($listener, 60)) {
        fwrite($client, "220 mail.example\r\n");
    }
    PHP, extension: false);
$ports = ['plain Redis' => $server->plainPort, 'silent' => Port::of($silent), 'greets' => (int) $greets->line()];
foreach ($ports as $what => $port) {
    $config = ['port' => $port] + $server->tlsConfig();
    foreach ([0.3, 1.5] as $timeout) {
        $lock = new RedisMutexLock($config + ['command_timeout' => $timeout]);
        $began = hrtime(true);
        $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
        Check::between(0, $timeout + 2, (hrtime(true) - $began) / 1e9, "$what: seconds");
        Refusal::says($thrown->getMessage(), $config, 'TLS', 'redis://');
    }
}
Check::same(0, $server->client()->call('EXISTS', 'lock:a'), 'the lock');
echo 'done';
?>
--EXPECT--
done
