--TEST--
A certificate that is signed with SHA-1, and one with an RSA key of 1024 bits, is refused with a sentence that has a way out
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificate;
use Tests\Certificates;
use Tests\Check;
use Tests\Pass;
use Tests\Refusal;
use Tests\Worker;

// Redis and OpenSSL do not serve such certificates today. Old servers do.
$serve = static function (Certificate $certificate, string $version): array {
    $server = Worker::run(<<<'PHP'
        $ssl = ['local_cert' => $argv[1], 'local_pk' => $argv[2], 'security_level' => 0, 'ciphers' => 'DEFAULT:@SECLEVEL=0'];
        $ssl['crypto_method'] = constant("STREAM_CRYPTO_METHOD_TLSv1_$argv[3]_SERVER");
        $context = stream_context_create(['ssl' => $ssl]);
        $listener = stream_socket_server('tls://127.0.0.1:0', context: $context);
        say((string) Tests\Port::of($listener));
        while (true) {
            $client = @stream_socket_accept($listener, 60);
            // A handshake that fails has no client.
            if ($client !== false && ($bytes = (string) fread($client, 1000)) !== '') {
                say($bytes);
            }
        }
        PHP, [$certificate->file, $certificate->key, $version], modules: ['openssl'], extension: false);

    return [$server, Pass::tlsConfig((int) $server->line())];
};
$suite = Certificates::suite();
$cases = [
    'SHA-1' => [$suite->issue('sha1', digest: 'sha1'), 'SHA-256'],
    'RSA of 1024 bits' => [$suite->issue('rsa-1024', key: Certificates::RSA_1024), '2048'],
];
foreach ($cases as $what => [$certificate, $way]) {
    foreach (['2', '3'] as $version) {
        [$server, $config] = $serve($certificate, $version);
        foreach ([[], ['verify_peer_name' => false]] as $context) {
            $context += $config['context'];
            $message = Refusal::of(['context' => $context, 'password' => 'secret'] + $config, 'its certificate', $way);
            // Such as UnsupportedSignatureAlgorithmContext { signature_algorithm_id: [6, 9, …] }.
            Check::same(0, preg_match('/[{}\[\]]|[a-z][A-Z]/', substr($message, strpos($message, 'its certificate'))), $message);
        }
        Check::true(!$server->spoke(), "$what, TLS 1.$version: nothing was sent");
        $server->kill();
    }
}
// The same server with another certificate gets a command: it is not the server that refuses.
[$server, $config] = $serve($suite->issue('fine'), '2');
try {
    (new RedisMutexLock($config + ['command_timeout' => 0.5]))->lock('a');
} catch (RedisMutexLockUnavailableException) {
}
Check::true(str_contains($server->line(), '*'), 'a verified server gets the first command');
echo 'done';
?>
--EXPECT--
done
