--TEST--
A server that speaks only TLS 1.1 is refused, and the message says which versions are spoken
--FILE--
<?php
$server = RedisServer::start(['tls-protocols' => 'TLSv1.1', 'tls-ciphers' => 'DEFAULT:@SECLEVEL=0']);
Refusal::of($server->tlsConfig(), 'TLS 1.2', 'TLS 1.3');

// Servers that are older still: all that is seen of them is the alert protocol_version.
$old = Worker::run(<<<'PHP'
    $listener = stream_socket_server('tcp://127.0.0.1:0');
    say((string) Tests\Port::of($listener));
    while ($client = stream_socket_accept($listener, 60)) {
        fread($client, 4096);
        fwrite($client, "\x15\x03\x01\x00\x02\x02\x46");
        // Without this the kernel might send a reset in place of the alert.
        $left[] = $client;
    }
    PHP, extension: false);
Refusal::of(['port' => (int) $old->line()] + $server->tlsConfig(), 'TLS 1.2', 'TLS 1.3');
echo 'done';
?>
--EXPECT--
done
