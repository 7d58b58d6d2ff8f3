--TEST--
A connection on which bytes came while it rested is not used again: they would be the next command's reply
--FILE--
<?php
// A server that says of every name that it is held, and sends bytes unasked a moment after its answer to GET.
$server = Worker::run(<<<'PHP'
    // Without TCP_NODELAY the bytes would wait for the acknowledgement of the answer before them.
    $listener = Tests\Pass::listen(['tcp_nodelay' => true]);
    say((string) Tests\Port::of($listener));
    while ($client = stream_socket_accept($listener, 60)) {
        say('accepted');
        while (($request = (string) fread($client, 4096)) !== '') {
            if (str_contains($request, 'INFO')) {
                fwrite($client, "$26\r\nid=1 addr=127.0.0.1:1 db=0\r\n");
            } elseif (str_contains($request, 'GET')) {
                fwrite($client, "$5\r\nowner\r\n");
                fwrite($client, base64_decode(hear()));
                say('sent');
                // The connection stays open, and the server does not read it again.
                $left[] = $client;
                continue 2;
            } else {
                fwrite($client, "$-1\r\n");
            }
        }
    }
    PHP, modules: ['openssl'], extension: false);
$port = (int) $server->line();
foreach (["+OK\r\n", ":1\r\n", '+', "\$5\r\n", "*2\r\n:1\r\n:7\r\n", "-ERR unasked\r\n"] as $i => $bytes) {
    $lock = new RedisMutexLock([...Pass::config($port), 'command_timeout' => 5]);
    Check::same('owner', $lock->owner('a'), "bytes $i: the answer");
    $i === 0 && $server->expect('accepted');
    $server->tell(base64_encode($bytes));
    $server->expect('sent');
    // A connection that rested for a millisecond is looked at before its use.
    usleep(20_000);
    Check::same(false, $lock->lock('a', 0, 60), "bytes $i: held");
    $server->expect('accepted');
}
echo "done\n";
?>
--EXPECT--
done
