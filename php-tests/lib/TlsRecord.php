<?php
/*
 * A record of a TLS connection, as a proxy sees it: its kind and its bytes, which are mostly encrypted. Used by BlindProxy and by the tests of what is sent before a server is verified.
 */

declare(strict_types=1);

namespace Tests;

final class TlsRecord
{
    public const CHANGE_CIPHER = 20;
    public const ALERT = 21;
    public const HANDSHAKE = 22;
    /** Data. In TLS 1.3 also all other encrypted records: alerts, the end of the handshake, session tickets. */
    public const DATA = 23;

    private const HEAD = 5;

    private function __construct(public readonly int $kind, public readonly string $bytes)
    {
    }

    /**
     * The records of one direction of a connection. The last one may be incomplete.
     *
     * @return list<self>
     */
    public static function all(string $stream): array
    {
        $records = [];
        for ($at = 0; $at + self::HEAD <= strlen($stream); $at += self::HEAD + $size) {
            ['kind' => $kind, 'size' => $size] = unpack('Ckind/nversion/nsize', $stream, $at);
            $records[] = new self($kind, substr($stream, $at + self::HEAD, $size));
        }

        return $records;
    }

    public function isClientHello(): bool
    {
        return $this->kind === self::HANDSHAKE && str_starts_with($this->bytes, "\x01");
    }
}
