--TEST--
A private key that does not fit its certificate is refused, and the message names both files
--FILE--
<?php
$suite = Certificates::suite();
$server = RedisServer::start(['tls-auth-clients' => 'yes']);
$other = $suite->issue('other', null, 'another client');
$rsa = $suite->issue('rsa', null, 'another client', key: Certificates::RSA);
foreach ([$other->key, $rsa->key] as $key) {
    $context = ['local_cert' => $suite->client->file, 'local_pk' => $key];
    $config = $server->tlsConfig($context);
    // A wait goes on for retry_for: perhaps only one half of the pair has been replaced.
    $lock = new RedisMutexLock($config);
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
    Refusal::says($message, $config, $suite->client->file, $key);
}
echo 'done';
?>
--EXPECT--
done
