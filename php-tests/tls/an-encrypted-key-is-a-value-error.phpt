--TEST--
An encrypted private key is a ValueError of the constructor that names the file and the command that decrypts it
--FILE--
<?php
$suite = Certificates::suite();
$server = RedisServer::start(['tls-auth-clients' => 'yes']);
foreach (['EC' => $suite->client, 'RSA' => $suite->issue('rsa', null, 'a client', key: Certificates::RSA)] as $kind => $plain) {
    foreach ([false, true] as $traditional) {
        $client = $suite->encrypted($plain, 'the passphrase', $traditional);
        $make = static fn () => new RedisMutexLock($server->tlsConfig($client->context()));
        $thrown = Check::throws(ValueError::class, $make, 'openssl pkey');
        Check::true(str_contains($thrown->getMessage(), $client->key), "$kind: {$thrown->getMessage()}");
    }
}
echo 'done';
?>
--EXPECT--
done
