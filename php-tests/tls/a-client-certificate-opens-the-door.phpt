--TEST--
A client certificate of the right CA is accepted: EC and RSA, keys in both formats, in two files or in one
--FILE--
<?php
$suite = Certificates::suite();
$rsa = $suite->issue('rsa', null, 'a client', key: Certificates::RSA);
$join = static fn (string ...$files): string => implode('', array_map(file_get_contents(...), $files));
$contexts = [
    'EC' => $suite->client->context(),
    'EC, as openssl ec writes it' => $suite->traditional($suite->client)->context(),
    'RSA' => $rsa->context(),
    'RSA, as openssl rsa writes it' => $suite->traditional($rsa)->context(),
    'one file' => ['local_cert' => $suite->file('both.pem', $join($suite->client->file, $suite->client->key))],
    'one file, the key first' => ['local_cert' => $suite->file('turned.pem', $join($suite->client->key, $suite->client->file))],
];
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = RedisServer::start(['tls-auth-clients' => 'yes', 'tls-protocols' => $version]);
    foreach ($contexts as $what => $context) {
        $lock = new RedisMutexLock($server->tlsConfig($context));
        Check::true($lock->lock('a') && $lock->unlock('a'), "$version, $what: a pair");
    }
}
echo 'done';
?>
--EXPECT--
done
