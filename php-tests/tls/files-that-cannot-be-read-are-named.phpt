--TEST--
A file that does not exist, that may not be read or that holds something else is named in the message
--FILE--
<?php
$suite = Certificates::suite();
$server = RedisServer::start();
$absent = '/nowhere/at/all.pem';
Refusal::of($server->tlsConfig(['cafile' => $absent]), $absent);
Refusal::of(['context' => ['capath' => '/nowhere/at/all']] + $server->tlsConfig(), '/nowhere/at/all');
Refusal::of($server->tlsConfig(['local_cert' => $absent, 'local_pk' => $suite->client->key]), $absent);
Refusal::of($server->tlsConfig(['local_cert' => $suite->client->file, 'local_pk' => $absent]), $absent);

$empty = $suite->file('empty.pem', '');
$text = $suite->file('text.pem', "no certificate\n");
$broken = $suite->file('broken.pem', "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n");
foreach ([$empty, $text, $broken, dirname($empty), $suite->client->key] as $file) {
    Refusal::of($server->tlsConfig(['cafile' => $file]), $file);
}
foreach ([$empty, $text, $broken, $suite->client->key] as $file) {
    Refusal::of($server->tlsConfig(['local_cert' => $file, 'local_pk' => $suite->client->key]), $file);
}
foreach ([$empty, $text, $suite->client->file] as $file) {
    Refusal::of($server->tlsConfig(['local_cert' => $suite->client->file, 'local_pk' => $file]), $file);
}
echo 'done';
?>
--EXPECT--
done
