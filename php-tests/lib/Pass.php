<?php
/*
 * The pass of the suite in which this process runs. In the plain pass the tests lead the extension to Redis over TCP. In
 * the TLS pass the same tests lead it there over TLS. TlsPass.php says which tests run in both. Used by RedisServer, Proxy,
 * Gateway, Queue, SentinelSet and ClusterSet, which make URLs and configurations for the tests.
 */

declare(strict_types=1);

namespace Tests;

final class Pass
{
    private const TLS = 'REDIS_MUTEX_LOCK_TEST_TLS';

    private static bool $led = false;

    public static function isTls(): bool
    {
        return getenv(self::TLS) === '1';
    }

    /** The lines that put a phpt file into the TLS pass. */
    public static function section(): string
    {
        return "--ENV--\n" . self::TLS . "=1\n";
    }

    /**
     * The way to a port of this pass, as a configuration. Other keys may stand beside it.
     *
     * @return array<string, mixed>
     */
    public static function config(int $port): array
    {
        return ['port' => $port] + self::access();
    }

    /**
     * What a configuration of this pass needs beside its ports: nothing; in the TLS pass the scheme and the context.
     *
     * @return array<string, mixed>
     */
    public static function access(): array
    {
        return self::isTls() ? self::tlsAccess([]) : [];
    }

    /**
     * The same as a URL.
     *
     * @param array<string, string|int|float> $query
     */
    public static function url(int $port, int $database = 0, ?string $password = null, array $query = []): string
    {
        return self::isTls()
            ? self::tlsUrl($port, $database, $password, $query)
            : self::anyUrl('redis', [$port], $database, $password, $query);
    }

    /**
     * A URL of this pass for several servers.
     *
     * @param string $kind `sentinel` or `cluster`
     * @param list<int> $ports
     * @param array<string, string|int|float> $query
     */
    public static function urlOfMany(string $kind, array $ports, int $database = 0, array $query = []): string
    {
        if (!self::isTls()) {
            return self::anyUrl("redis+$kind", $ports, $database, null, $query);
        }

        return self::anyUrl("rediss+$kind", $ports, $database, null, $query + self::tlsAccess([])['context']);
    }

    /**
     * Listens on a port of this pass, for a server that a test makes up. With TLS, stream_socket_accept() ends when the
     * handshake is done.
     *
     * @param array<string, mixed> $socket options of the context
     * @return resource
     */
    public static function listen(array $socket = [])
    {
        $ssl = ['verify_peer' => false] + Certificates::suite()->server->context();
        $context = stream_context_create(['socket' => $socket, 'ssl' => $ssl]);
        $address = (self::isTls() ? 'tls' : 'tcp') . '://127.0.0.1:0';

        return stream_socket_server($address, $code, $message, context: $context)
            ?: throw new Failure("cannot listen on $address: $message");
    }

    /**
     * In each pass: a configuration for a TLS port.
     *
     * @param array<string, mixed> $context beside or instead of the `cafile` of the suite's CA
     * @return array<string, mixed>
     */
    public static function tlsConfig(int $port, array $context = []): array
    {
        return ['port' => $port] + self::tlsAccess($context);
    }

    /**
     * In each pass: a URL for a TLS port.
     *
     * @param array<string, string|int|float> $query beside or instead of the `cafile` of the suite's CA
     */
    public static function tlsUrl(int $port, int $database = 0, ?string $password = null, array $query = []): string
    {
        return self::anyUrl('rediss', [$port], $database, $password, $query + self::tlsAccess([])['context']);
    }

    /** Whether this process has led something to TLS. */
    public static function isLed(): bool
    {
        return self::$led;
    }

    /** A process that belongs to this one has led something to TLS. */
    public static function lead(): void
    {
        self::$led = true;
    }

    /** At the end of a test of the TLS pass: says so if nothing of it was led to TLS. Then its pass proves nothing. */
    public static function complain(): void
    {
        if (!self::$led) {
            echo "Nothing of this test goes over TLS. Is it to stay plain? Then lib/TlsPass.php lists it.\n";
        }
    }

    /**
     * @param array<string, mixed> $context
     * @return array{scheme: string, context: array<string, mixed>}
     */
    private static function tlsAccess(array $context): array
    {
        self::$led = true;

        return ['scheme' => 'tls', 'context' => $context + ['cafile' => Certificates::suite()->ca]];
    }

    /** @param list<int> $ports */
    private static function anyUrl(string $scheme, array $ports, int $database, ?string $password, array $query): string
    {
        $login = $password === null ? '' : ':' . rawurlencode($password) . '@';
        $hosts = implode(',', array_map(static fn (int $port): string => "127.0.0.1:$port", $ports));
        $question = $query === [] ? '' : '?' . http_build_query($query, encoding_type: PHP_QUERY_RFC3986);

        return "$scheme://$login$hosts/$database$question";
    }
}
