--TEST--
A certificate of another name, another time, version 1, without names, or that nobody has signed is refused, and the message has what helps; version 1 is not called self-signed
--FILE--
<?php
$suite = Certificates::suite();
$localhost = $suite->issue('localhost', 'DNS:localhost');
$old = $suite->versionOne();
$self = $suite->selfSigned('self');
$stranger = Certificates::make()->selfSigned('self');
// [certificate, context, words of the message]. Without a context the CAs of the system count.
$cases = [
    'another name' => [$suite->issue('elsewhere', 'DNS:elsewhere.example'), [], ['elsewhere.example', '127.0.0.1', 'peer_name']],
    'another address' => [$suite->issue('address', 'IP:10.9.8.7'), [], ['10.9.8.7', '127.0.0.1', 'peer_name']],
    'a name that is not the address' => [$localhost, [], ['localhost', 'peer_name']],
    'another peer_name' => [$localhost, ['peer_name' => 'elsewhere.example'], ['localhost', 'elsewhere.example']],
    'not valid yet' => [$suite->issue('future', from: '+3 days'), [], ['valid', 'clock']],
    'expired' => [$suite->issue('expired', from: '-20 days', to: '-3 days'), [], ['expired']],
    'no name but the common name' => [$suite->issue('common', null, '127.0.0.1'), [], ['127.0.0.1', 'subjectAltName', 'verify_peer_name']],
    'version 1' => [$old, [], ['X.509 version 1', 'subjectAltName']],
    'version 1, any name' => [$old, ['verify_peer_name' => false], ['X.509 version 1', 'subjectAltName']],
    'version 1, named by cafile' => [$old, ['cafile' => $old->file], ['X.509 version 1', 'subjectAltName']],
    'self-signed' => [$self, [], ['self-signed', 'cafile', $suite->ca]],
    'self-signed, CAs of the system' => [$self, null, ['self-signed', 'cafile']],
    'self-signed, cafile names another one of its name' => [$self, ['cafile' => $stranger->file], [$stranger->file]],
];
Together::each($cases, static function (array $case): void {
    [$certificate, $context, $words] = $case;
    $server = RedisServer::start($certificate->options());
    $config = $context === null ? ['context' => []] + $server->tlsConfig() : $server->tlsConfig($context);
    $message = Refusal::of($config, ...$words);
    Check::true($words[0] !== 'X.509 version 1' || !str_contains($message, 'self-signed'), $message);
});
echo 'done';
?>
--EXPECT--
done
