<?php
/*
 * A proxy that carries the bytes of TLS connections and understands none of them. It records all bytes of both directions,
 * and disturbs one direction after a given number of bytes: so a record or a handshake is cut in two, stalls, or comes byte
 * by byte. It is a process of its own. Used by the tests of TLS. For faults at a command or at a reply there is Proxy.
 *
 * A rule:
 *   connection  the number of the connection, from 1; without it the rule is for each connection
 *   from        'client' or 'server': whose bytes are disturbed
 *   after       how many bytes of that side are carried first; 0 by default
 *   do          cut    both ends are closed
 *               reset  both ends are closed, the client's with a reset
 *               stall  no more bytes of that side are carried
 *               drip   one byte each `ms` from here on
 *               delay  a pause of `ms`
 *               say    `bytes` are put in there, and then no more bytes of that side are carried
 */

declare(strict_types=1);

namespace Tests;

final class BlindProxy
{
    private const ACTIONS = ['cut' => [], 'reset' => [], 'stall' => [], 'drip' => ['ms'], 'delay' => ['ms'], 'say' => ['bytes']];

    public readonly int $port;
    private readonly OrderedProcess $own;

    /**
     * In front of a server's TLS port, in each pass.
     *
     * @param array<string, int|float|string> ...$rules
     */
    public static function to(RedisServer $server, array ...$rules): self
    {
        return self::toPort($server->tlsPort, ...$rules);
    }

    /** @param array<string, int|float|string> ...$rules */
    public static function toPort(int $port, array ...$rules): self
    {
        return new self($port, $rules);
    }

    /**
     * As to(). Its clients can hand few bytes to the kernel: while the proxy takes none, they have to wait.
     *
     * @param array<string, int|float|string> ...$rules
     */
    public static function narrow(RedisServer $server, array ...$rules): self
    {
        return new self($server->tlsPort, $rules, 'narrow');
    }

    private function __construct(int $port, array $rules, string $width = 'wide')
    {
        $this->own = new OrderedProcess('blind-proxy-process.php', [(string) $port, $width]);
        $this->port = $this->own->ask('port');
        array_map($this->rule(...), $rules);
    }

    /** @param array<string, mixed> $context beside or instead of the `cafile` of the suite's CA */
    public function tlsConfig(array $context = []): array
    {
        return Pass::tlsConfig($this->port, $context);
    }

    /**
     * Adds a rule, for connections that are not open yet.
     *
     * @param array<string, int|float|string> $rule
     */
    public function rule(array $rule): void
    {
        $needed = self::ACTIONS[$rule['do'] ?? ''] ?? throw new \LogicException('no such action: ' . ($rule['do'] ?? ''));
        $keys = array_diff(array_keys($rule), ['connection', 'after']);
        sort($keys);
        $expected = ['do', 'from', ...$needed];
        sort($expected);
        if ($keys !== $expected || !in_array($rule['from'], ['client', 'server'], true)) {
            throw new \LogicException("not a rule: " . json_encode($rule));
        }
        $this->own->ask('rule', $rule + ['after' => 0]);
    }

    /** Forgets all rules. Connections that are open keep theirs. */
    public function clear(): void
    {
        $this->own->ask('clear');
    }

    /** All bytes that the client of a connection has sent so far. */
    public function sent(int $connection): string
    {
        return $this->own->ask('bytes', [$connection, 'client']);
    }

    /** All bytes that the server has sent to that client so far. The client may not have got all of them. */
    public function received(int $connection): string
    {
        return $this->own->ask('bytes', [$connection, 'server']);
    }

    /** How many connections it has accepted so far. */
    public function accepted(): int
    {
        return $this->own->ask('accepted');
    }

    /** How many connections are open now. */
    public function open(): int
    {
        return $this->own->ask('open');
    }

    /** How many connections began a TLS handshake. */
    public function handshakes(): int
    {
        $began = 0;
        for ($i = $this->accepted(); $i > 0; $i--) {
            $began += (TlsRecord::all($this->sent($i))[0] ?? null)?->isClientHello() ? 1 : 0;
        }

        return $began;
    }

    /** Closes all connections. New ones are accepted. */
    public function drop(): void
    {
        $this->own->ask('drop');
    }
}
