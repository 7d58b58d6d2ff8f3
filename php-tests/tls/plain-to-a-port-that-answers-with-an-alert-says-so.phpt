--TEST--
A plain connection to a port that answers with an alert of TLS is Unavailable, and the message says what to change
--FILE--
<?php
// Programs in front of Redis answer so: "unexpected message", "protocol version", "handshake failure".
$alerts = ['1503010002020a', '15030300020246', '15030300020228'];
foreach ($alerts as $alert) {
    foreach (['closes', 'stays'] as $then) {
        $server = Worker::run(<<<'PHP'
            $listener = stream_socket_server('tcp://127.0.0.1:0');
            say((string) Tests\Port::of($listener));
            $open = [];
            while ($client = stream_socket_accept($listener, 60)) {
                fread($client, 4096);
                fwrite($client, hex2bin($argv[1]));
                $argv[2] === 'closes' ? fclose($client) : $open[] = $client;
            }
            PHP, [$alert, $then], extension: false);
        foreach ([[], ['password' => 'secret', 'database' => 3]] as $more) {
            $config = ['port' => (int) ($port ??= $server->line()), 'command_timeout' => 5] + $more;
            $lock = new RedisMutexLock($config);
            $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
            Refusal::says($thrown->getMessage(), $config, 'TLS', 'rediss://');
        }
        unset($port);
    }
}
echo 'done';
?>
--EXPECT--
done
