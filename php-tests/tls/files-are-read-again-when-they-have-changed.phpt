--TEST--
A process that lives on reads files that were replaced, and opens new connections with them
--FILE--
<?php
// As certbot and the like do: the new file takes the place of the old one.
$replace = static function (string $file, string $by): void {
    copy($by, "$file.new");
    rename("$file.new", $file);
};
$old = Certificates::make();
$new = Certificates::make();
$ca = $old->file('trusted.pem', file_get_contents($old->ca));
$client = new Certificate(
    $old->file('own.pem', file_get_contents($old->client->file)),
    $old->file('own.key', file_get_contents($old->client->key)),
);
$options = static fn (Certificates $of): array
    => $of->server->options() + ['tls-ca-cert-file' => $of->ca, 'tls-auth-clients' => 'yes'];
$first = RedisServer::start($options($old));
$second = RedisServer::start($options($new));
$gateway = Gateway::to($first, tls: true);
$lock = new RedisMutexLock(Pass::tlsConfig($gateway->port, ['cafile' => $ca] + $client->context()) + ['lease' => 1.5]);
Check::true($lock->lock('a') && $lock->unlock('a'), 'with the old files');
$refused = static function (string $file) use ($lock): void {
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
    Check::true(str_contains($message, $file), "'$file' stands in: $message");
};

// The server has new certificates, the client has the old ones.
$gateway->move($second, tls: true);
$refused($ca);
$replace($ca, $new->ca);
$refused($client->file);
$replace($client->file, $new->client->file);
$refused($client->key);
$replace($client->key, $new->client->key);
Check::true($lock->lock('a') && $lock->unlock('a'), 'with the new files');

// A connection that is open stays open, until it is needed anew.
$replace($ca, $old->ca);
Check::true($lock->lock('a') && $lock->unlock('a'), 'on the open connection');
$gateway->move($second, tls: true);
$refused($ca);

// A file that is gone for a moment is read when it is back.
unlink($ca);
$refused($ca);
file_put_contents($ca, file_get_contents($new->ca));
Check::true($lock->lock('a') && $lock->unlock('a'), 'the file is back');
echo 'done';
?>
--EXPECT--
done
