--TEST--
A TLS setting that is wrong is a ValueError with the key, the value and the way out, and without a passphrase or a private key
--FILE--
<?php
// What stands between the lines is no key, and must not be shown all the same.
$pem = "-----BEGIN PRIVATE KEY-----\nhunter2QGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----\n";
$needs = 'needs TLS, which rediss:// or "scheme" => "tls" switches on';
$array = 'must be an array of TLS settings; TLS is switched on by rediss:// or by "scheme" => "tls"';
$passphrase = 'is refused, because private keys must not be encrypted here; decrypt the key once: '
    . 'openssl pkey -in encrypted.key -out plain.key';
$tls = ['scheme' => 'tls', 'host' => 'h'];
$in = fn (array $context): array => $tls + ['context' => $context];
$cases = [
    [$in(['passphrase' => 'hunter2']), "\"passphrase\" in \"context\" $passphrase"],
    [$in(['ssl' => ['local_cert' => '/c', 'passphrase' => 'hunter2']]), "\"passphrase\" in \"context\" $passphrase"],
    [$tls + ['ssl' => ['passphrase' => 'hunter2']], "\"passphrase\" in \"ssl\" $passphrase"],
    ['rediss://h?passphrase=hunter2', "\"passphrase\" $passphrase"],
    [$in(['stream' => ['peer_fingerprint' => 'aabbcc']]),
        '"peer_fingerprint" in "context" is refused; name the file with the server\'s certificate in "cafile" instead'],
    [$in(['allow_self_signed' => true]),
        '"allow_self_signed" in "context" must not be true; name the file with the self-signed certificate in "cafile" instead'],
    [$in(['local_pk' => '/k']), '"local_pk" is given without "local_cert"; give the certificate of this key too'],
    [$in(['local_cert' => 'app.crt']), '"local_cert" in "context" must be the absolute path of a PEM file'],
    [$in(['local_cert' => '/c', 'local_pk' => 'hunter2QGByqGSM49']), '"local_pk" in "context" must be the absolute path of a PEM file'],
    [$in(['local_cert' => '/c', 'local_pk' => $pem]),
        '"local_pk" in "context" must be the absolute path of a PEM file; the content of such a file is given'],
    [$in(['cafile' => 'storage/ca.pem']), '"cafile" in "context" must be the absolute path of a file, "storage/ca.pem" given'],
    [$in(['capath' => 'cas']), '"capath" in "context" must be the absolute path of a folder, "cas" given'],
    ['rediss://h?cafile=ca.pem', '"cafile" must be the absolute path of a file, "ca.pem" given'],
    [$in(['peer_name' => '*.example']), '"peer_name" in "context" must be a DNS name or an IP address, "*.example" given'],
    [$in(['verify_peer' => 'perhaps']), '"verify_peer" in "context" must be true or false, "perhaps" given'],
    [$in(['verify_peer_name' => 2]), '"verify_peer_name" in "context" must be true or false, 2 given'],
    [$in(['cafle' => '/ca']), '"context" has the unknown key "cafle" (did you mean "cafile"?)'],
    [$in(['ssl' => ['CN_match' => 'x']]), '"context" has the unknown key "CN_match" (did you mean "peer_name"?)'],
    [$in(['http' => ['method' => 'GET']]), '"context" has the unknown key "http"'],
    [$tls + ['ssl' => ['certificate' => '/c']], '"ssl" has the unknown key "certificate" (did you mean "local_cert"?)'],
    ['rediss://h?ssl[cafile]=/ca', 'has the unknown key "ssl[cafile]" in its query (did you mean "cafile"?)'],
    [$in(['ssl' => true]), '"ssl" in "context" must be an array of TLS settings'],
    [['host' => 'h', 'ssl' => true], "\"ssl\" $array"],
    [['host' => 'h', 'context' => 'x'], "\"context\" $array"],
    [['host' => 'h', 'tls' => true], 'has the unknown key "tls" (did you mean "scheme"?)'],
    ['redis://h?cafile=/ca', "\"cafile\" $needs"],
    ['unix:///s?verify_peer=0', "\"verify_peer\" $needs"],
    [['url' => 'redis://h?peer_name=x', 'scheme' => 'tls'], "\"peer_name\" in \"url\" $needs"],
    [['host' => 'h', 'local_cert' => '/c'], "\"local_cert\" $needs"],
    [$tls + ['cafile' => '/a', 'context' => ['cafile' => '/b']],
        'gives "cafile" and "cafile" in "context" different values'],
    [['scheme' => 'tls', 'path' => '/run/redis.sock'], '"scheme" asks for TLS, and a Unix socket has no TLS; '
        . 'leave "scheme" out, or give a host instead of the socket'],
    [['scheme' => 'tcp', 'host' => 'tls://h'], '"scheme" and the scheme in "host" are different; leave one out'],
    ['https://h', '"scheme" must be tcp, redis, valkey, tls, ssl, rediss, valkeys or unix, "https" given'],
    [$in(['auth' => ['app', 'hunter2']]) + ['password' => 'hunter22'],
        'gives "password" and "auth" in "context" different values'],
    [['min_replicas' => 101], '"min_replicas" must be between 0 and 100, 101 given'],
    [['min_replicas' => 'one'], '"min_replicas" must be a whole number between 0 and 100, "one" given'],
    ['redis://h?min_replicas=-1', '"min_replicas" must be between 0 and 100, "-1" given'],
];
foreach ($cases as [$config, $sentence]) {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    Check::same('RedisMutexLock::__construct(): Argument #1 ($config) ' . $sentence, $error->getMessage(), 'the message');
    // Before 8.2 a trace shows arguments.
    $shown = PHP_VERSION_ID >= 80200 ? (string) $error : $error->getMessage();
    Check::true(!preg_match('/hunter2|BEGIN/', $shown), "a secret in: $shown");
}
foreach ([0, '0', 1, '1', 2, '', null] as $replicas) {
    new RedisMutexLock(['min_replicas' => $replicas]);
}
echo "done\n";
?>
--EXPECT--
done
