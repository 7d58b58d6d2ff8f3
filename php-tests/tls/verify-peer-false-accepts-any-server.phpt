--TEST--
With verify_peer => false every certificate is accepted
--FILE--
<?php
$suite = Certificates::suite();
$certificates = [
    'of another CA' => Certificates::make()->server,
    'for another name' => $suite->issue('elsewhere', 'DNS:elsewhere.example'),
    'without names' => $suite->issue('common', null),
    'expired' => $suite->issue('expired', from: '-20 days', to: '-3 days'),
    'of the future' => $suite->issue('future', from: '+3 days'),
    'self-signed' => $suite->selfSigned('self'),
];
foreach ($certificates as $what => $certificate) {
    $server = RedisServer::start($certificate->options());
    foreach ([$suite->ca, null] as $ca) {
        $context = ['verify_peer' => false] + ($ca === null ? [] : ['cafile' => $ca]);
        $lock = new RedisMutexLock(['context' => $context] + $server->tlsConfig());
        Check::true($lock->lock('a') && $lock->unlock('a'), "$what: a pair");
    }
}
echo 'done';
?>
--EXPECT--
done
