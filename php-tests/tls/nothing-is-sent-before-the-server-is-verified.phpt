--TEST--
A server that is not verified gets the first words of a handshake and an alert, and no command
--FILE--
<?php
$suite = Certificates::suite();
$other = Certificates::make();
$pinned = $suite->issue('pinned', 'DNS:pinned.example');
$signed = $suite->chain($suite->issue('signed', issuer: $pinned), $pinned);
$weak = ['verify_peer_name' => false];
$servers = [
    'another CA' => [[], ['cafile' => $other->ca]],
    'another name' => [$suite->issue('elsewhere', 'DNS:elsewhere.example')->options(), []],
    'expired' => [$suite->issue('expired', from: '-20 days', to: '-3 days')->options(), []],
    'self-signed' => [$suite->selfSigned('self')->options(), []],
    'another CA, any name' => [[], $weak + ['cafile' => $other->ca]],
    'expired, any name' => [$suite->issue('old', from: '-20 days', to: '-3 days')->options(), $weak],
    'signed by a server' => [$signed->options(), ['cafile' => $pinned->file]],
    'signed by a server, any name' => [$signed->options(), $weak + ['cafile' => $pinned->file]],
];
foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    foreach ($servers as $what => [$options, $context]) {
        $server = RedisServer::start($options + ['tls-protocols' => $version, 'requirepass' => 'secret']);
        $proxy = BlindProxy::to($server);
        $login = ['password' => 'secret', 'name' => 'ours', 'database' => 3];
        $lock = new RedisMutexLock($proxy->tlsConfig($context) + $login);
        Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
        Check::between(1, 2, $proxy->accepted(), "$version, $what: connections");
        for ($i = $proxy->accepted(); $i > 0; $i--) {
            Check::eventually(static fn (): bool => $proxy->open() === 0, 5, "$version, $what: the connection is closed");
            $records = TlsRecord::all($proxy->sent($i));
            Check::true($records[0]->isClientHello(), "$version, $what: its first record");
            foreach (array_slice($records, 1) as $record) {
                // An encrypted alert is two bytes, one for the kind of record, and 16 of its seal: a command is longer.
                $isAlert = $record->kind === TlsRecord::ALERT
                    || $record->kind === TlsRecord::DATA && strlen($record->bytes) === 19;
                Check::true(
                    $isAlert || $record->kind === TlsRecord::CHANGE_CIPHER,
                    "$version, $what: a record of kind $record->kind with " . strlen($record->bytes) . ' bytes',
                );
            }
            Check::between(1, 3, count($records), "$version, $what: records");
        }
        $seen = array_diff_key($server->client()->commandstats(), ['auth' => 0, 'info' => 0, 'ping' => 0]);
        Check::same([], $seen, "$version, $what: commands that the server has seen");
        Check::same(1, $server->client()->commandstats()['auth'] - 1, "$version, $what: AUTH, both of this test");
    }
}
// The same proxy sees the command when the server is verified: it would have seen it before, too.
$proxy = BlindProxy::to(RedisServer::shared());
@(new RedisMutexLock($proxy->tlsConfig()))->lock('a');
Check::true(count(TlsRecord::all($proxy->sent(1))) > 3, 'records to a server that is verified');
echo 'done';
?>
--EXPECT--
done
