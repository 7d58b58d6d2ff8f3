<?php
/*
 * A server of TLS that shows a certificate which Redis and OpenSSL refuse to show today: signed with SHA-1, or with a short
 * key. Old servers show such certificates. It answers nothing. Used by the tests of TLS.
 */

declare(strict_types=1);

namespace Tests;

final class WeakServer
{
    private const PROGRAM = <<<'PHP'
        $ssl = ['local_cert' => $argv[1], 'local_pk' => $argv[2], 'security_level' => 0, 'ciphers' => 'DEFAULT:@SECLEVEL=0'];
        $ssl['crypto_method'] = constant("STREAM_CRYPTO_METHOD_$argv[3]_SERVER");
        $listener = stream_socket_server('tls://127.0.0.1:0', context: stream_context_create(['ssl' => $ssl]));
        say((string) Tests\Port::of($listener));
        while (true) {
            // A handshake that fails has no client.
            $client = @stream_socket_accept($listener, 60);
            if ($client !== false && ($bytes = (string) fread($client, 1000)) !== '') {
                say(trim($bytes));
            }
        }
        PHP;

    public readonly int $port;
    private readonly Worker $process;

    /** @param 'TLSv1_2'|'TLSv1_3' $version */
    public function __construct(Certificate $certificate, string $version = 'TLSv1_2')
    {
        $words = [$certificate->file, $certificate->key, $version];
        $this->process = Worker::run(self::PROGRAM, $words, modules: ['openssl'], extension: false);
        $this->port = (int) $this->process->line();
    }

    /** Whether a client has sent anything behind the handshake. */
    public function wasAsked(): bool
    {
        return $this->process->spoke();
    }
}
