--TEST--
A client certificate that the server refuses is named in the message, with TLS 1.2 and 1.3
--FILE--
<?php
$stranger = Certificates::make()->client;
$expired = Certificates::suite()->issue('expired', null, 'a client', from: '-20 days', to: '-3 days');
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    foreach (['yes', 'optional'] as $wants) {
        $server = RedisServer::start(['tls-auth-clients' => $wants, 'tls-protocols' => $version]);
        Refusal::of($server->tlsConfig($stranger->context()), $stranger->file);
        Refusal::of($server->tlsConfig($expired->context()), $expired->file);
    }
}
echo 'done';
?>
--EXPECT--
done
