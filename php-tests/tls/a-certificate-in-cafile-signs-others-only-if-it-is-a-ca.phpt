--TEST--
A certificate in cafile that is no CA's is accepted as itself only: a server whose certificate it has signed is refused
--FILE--
<?php
$suite = Certificates::suite();
$use = static function (RedisServer $server, array $context, string $what): void {
    $lock = new RedisMutexLock($server->tlsConfig($context));
    Check::true($lock->lock('a') && $lock->unlock('a'), "$what: a pair");
};

// Who has the key of a server that somebody trusts by its certificate must not pass for any other server.
$pinned = [
    'of a CA' => $suite->issue('pinned', 'DNS:pinned.example'),
    'self-signed' => $suite->selfSigned('pinned-self', 'DNS:pinned.example', isCa: false),
];
foreach ($pinned as $what => $certificate) {
    $evil = $suite->issue('evil', 'IP:127.0.0.1', issuer: $certificate);
    $both = $suite->file('both.pem', file_get_contents($certificate->file) . file_get_contents(Certificates::make()->ca));
    foreach ([$evil, $suite->chain($evil, $certificate)] as $shown) {
        $server = RedisServer::start($shown->options());
        foreach ([$certificate->file, $both] as $file) {
            Refusal::of($server->tlsConfig(['cafile' => $file]), 'no CA of', $file);
            Refusal::of($server->tlsConfig(['cafile' => $file, 'verify_peer_name' => false]), 'no CA of', $file);
        }
    }
    $own = RedisServer::start($certificate->options());
    foreach ([$certificate->file, $both] as $file) {
        $use($own, ['cafile' => $file, 'peer_name' => 'pinned.example'], "$what, itself");
        Refusal::of($own->tlsConfig(['cafile' => $file]), 'pinned.example', 'peer_name');
    }
}

// Its dates count, as those of any other.
foreach ([
    $suite->issue('expired', from: '-20 days', to: '-3 days'),
    $suite->selfSigned('expired-self', from: '-20 days', to: '-3 days', isCa: false),
] as $expired) {
    $server = RedisServer::start($expired->options());
    Refusal::of($server->tlsConfig(['cafile' => $expired->file]), 'its certificate expired');
}

// A CA that another CA has made may sign others, also without that other one.
$between = $suite->issue('between', null, 'a CA below the CA', isCa: true);
$server = RedisServer::start($suite->issue('below', issuer: $between)->options());
$use($server, ['cafile' => $between->file], 'a CA below the CA');
echo 'done';
?>
--EXPECT--
done
