--TEST--
The check counts the days to the end of the server's certificate, and warns where nothing is verified or encrypted
--FILE--
<?php
$suite = Certificates::suite();
$cases = [
    'in 5 days' => [$suite->issue('soon', to: '+5 days +1 hour'), [], 'warning', 'it ends in 5 days'],
    'in 20 days' => [$suite->issue('three-weeks', to: '+20 days +1 hour'), [], 'warning', 'it ends in 20 days'],
    'in 60 days' => [$suite->issue('later', to: '+60 days +1 hour'), [], 'good', 'it ends in 60 days'],
    'after 2049' => [$suite->issue('generations', to: '2060-01-01'), [], 'good', 'it ends in 1'],
    'a self-signed one in 3 days' => [$self = $suite->selfSigned('self', to: '+3 days +1 hour'), ['cafile' => $self->file], 'warning', 'it ends in 3 days'],
    'ended, and nothing is verified' => [
        $suite->issue('ended', from: '-20 days', to: '-3 days'), ['verify_peer' => false, 'verify_peer_name' => false], 'bad', 'it has ended',
    ],
];
Together::each($cases, static function (array $case): void {
    [$certificate, $context, $state, $found] = $case;
    $server = RedisServer::start(['appendonly' => 'yes'] + $certificate->options());
    $findings = Findings::of($server->tlsConfig($context));
    $findings->expect($state, 'certificate', $found);
    $isVerified = !isset($context['verify_peer']);
    $findings->expect($isVerified ? 'good' : 'warning', 'tls', 'TLS 1.3', ...$isVerified ? [] : ['is not verified', 'cafile']);
    $findings->expect('good', 'write');
});

// A certificate that has ended lets nobody in who verifies it.
$server = RedisServer::start($suite->issue('over', from: '-20 days', to: '-3 days')->options());
$findings = Findings::of($server->tlsConfig());
$findings->expect('bad', 'reachable', 'cannot be reached', 'expired');
Check::same(1, count($findings->rows), "no other row: $findings");

$server = RedisServer::start(['tls-protocols' => 'TLSv1.2', 'appendonly' => 'yes']);
Findings::of($server->tlsConfig())->expect('good', 'tls', 'TLS 1.2');

// Every address leads to this machine here, and the one below is none of its own.
$server = RedisServer::start(['appendonly' => 'yes', 'bind' => '0.0.0.0', 'protected-mode' => 'no']);
$findings = Findings::of(['host' => '0.0.0.0', 'port' => $server->plainPort]);
Check::same(['warning tls'], $findings->troubles(), "plain on a network: $findings");
$findings->expect('warning', 'tls', 'rediss://');
Check::same([], $findings->rows('certificate'), 'no certificate without TLS');
echo 'done';
?>
--EXPECT--
done
