--TEST--
A certificate that is signed with SHA-1, and one with an RSA key of 1024 bits, is refused with a sentence that has a way out
--FILE--
<?php
$suite = Certificates::suite();
$cases = [
    'SHA-1' => [$suite->issue('sha1', digest: 'sha1'), 'SHA-256'],
    'RSA of 1024 bits' => [$suite->issue('rsa-1024', key: Certificates::RSA_1024), '2048'],
];
foreach (['TLSv1_2', 'TLSv1_3'] as $version) {
    foreach ($cases as $what => [$certificate, $way]) {
        $server = new WeakServer($certificate, $version);
        foreach ([[], ['verify_peer_name' => false]] as $context) {
            $config = Pass::tlsConfig($server->port, $context) + ['password' => 'secret'];
            $message = Refusal::of($config, 'its certificate', $way);
            // Such as UnsupportedSignatureAlgorithmContext { signature_algorithm_id: [6, 9, …] }.
            $sentence = substr($message, strpos($message, 'cannot be'));
            Check::same(0, preg_match('/[{}\[\]]|[a-z][A-Z]/', $sentence), $message);
        }
        Check::true(!$server->wasAsked(), "$version, $what: nothing was sent");
    }
    // With a good certificate the same server gets a command.
    $server = new WeakServer($suite->server, $version);
    $lock = new RedisMutexLock(Pass::tlsConfig($server->port) + ['command_timeout' => 0.5]);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
    Check::eventually($server->wasAsked(...), 10, "$version: a server that is verified gets a command");
}
echo 'done';
?>
--EXPECT--
done
