<?php
/*
 * The files of one certificate and of its private key, as PEM. Made by Certificates.
 */

declare(strict_types=1);

namespace Tests;

final class Certificate
{
    public function __construct(public readonly string $file, public readonly string $key)
    {
    }

    /** @return array<string, string> as a RedisServer has them */
    public function options(): array
    {
        return ['tls-cert-file' => $this->file, 'tls-key-file' => $this->key];
    }

    /** @return array{local_cert: string, local_pk: string} as a TLS context has them */
    public function context(): array
    {
        return ['local_cert' => $this->file, 'local_pk' => $this->key];
    }
}
