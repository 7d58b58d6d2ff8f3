--TEST--
A private key that does not fit its certificate is refused, and the message names both files
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificates;
use Tests\RedisServer;
use Tests\Refusal;

$suite = Certificates::suite();
$server = RedisServer::start(['tls-auth-clients' => 'yes']);
$other = $suite->issue('other', null, 'another client');
$rsa = $suite->issue('rsa', null, 'another client', key: Certificates::RSA);
foreach ([$other->key, $rsa->key] as $key) {
    $context = ['local_cert' => $suite->client->file, 'local_pk' => $key];
    Refusal::of($server->tlsConfig($context), $suite->client->file, $key);
}
echo 'done';
?>
--EXPECT--
done
