--TEST--
Over TLS a sentinel of another CA learns nothing: it is passed over, and if there is no other the message names it
--FILE--
<?php
$master = RedisServer::start();
$monitor = ['sentinel' => 'monitor ' . SentinelSet::SERVICE . " 127.0.0.1 $master->tlsPort 1"];
$stranger = RedisServer::start($monitor + Certificates::make()->server->options(), sentinel: true);
$known = RedisServer::start($monitor, sentinel: true);
$relay = BlindProxy::to($stranger);
$config = static fn (RedisServer|BlindProxy ...$sentinels): array => [
    'sentinel' => [
        'service' => SentinelSet::SERVICE,
        'password' => 'for the sentinels',
        'nodes' => array_map(static fn ($it): string => '127.0.0.1:' . ($it->tlsPort ?? $it->port), $sentinels),
    ],
    'command_timeout' => 20,
] + ['scheme' => 'tls', 'context' => ['cafile' => Certificates::suite()->ca]];

$lock = new RedisMutexLock($config($relay));
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
Check::true(str_contains($message, "127.0.0.1:$relay->port"), "it names the sentinel: $message");
foreach (TlsRecord::all($relay->sent(1)) as $record) {
    // An encrypted alert has 19 bytes. A command is longer.
    Check::true($record->kind !== TlsRecord::DATA || strlen($record->bytes) <= 19, 'it gets no command');
}

$both = $config($relay, $known);
unset($both['sentinel']['password']);
$lock = new RedisMutexLock($both);
Check::true($lock->lock('b', 0, 60) && $lock->unlock('b'), 'the next sentinel is asked');
echo 'done';
?>
--EXPECT--
done
