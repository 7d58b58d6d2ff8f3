<?php

declare(strict_types=1);

require_once __DIR__ . '/compare-and-delete.php';

/**
 * A Redlock by the rules of redsync, the library of Go: SET NX PX to all servers at once, which have a twentieth of the lease
 * to answer. Where fewer than a majority grant it, all get a release, and a pause of 50 to 250 ms comes before the next try.
 */
final class Redlock
{
    private const LEASE = 20.0; // seconds
    private const ASK = self::LEASE / 20;
    private const DRIFT = self::LEASE / 100;

    /** @var array<string, string> name => the token of the lock */
    private array $tokens = [];
    /** @var array<string, resource> address => a connection */
    private array $connections = [];

    /** @param list<string> $addresses */
    public function __construct(private readonly array $addresses)
    {
    }

    public function lock(string $name, float $timeout): bool
    {
        $end = microtime(true) + $timeout;
        while (!$this->try($name)) {
            usleep(random_int(50_000, 250_000));
            if (microtime(true) > $end) {
                return false;
            }
        }

        return true;
    }

    public function unlock(string $name): bool
    {
        return $this->isMajority($this->release($name, $this->tokens[$name]));
    }

    private function try(string $name): bool
    {
        $token = bin2hex(random_bytes(16));
        $start = microtime(true);
        $replies = $this->ask(['SET', "redlock:$name", $token, 'NX', 'PX', (string) (self::LEASE * 1000)]);
        $isValid = microtime(true) - $start < self::LEASE - self::DRIFT;
        if (!$isValid || !$this->isMajority(array_keys($replies, '+OK', true))) {
            $this->release($name, $token);

            return false;
        }
        $this->tokens[$name] = $token;

        return true;
    }

    /** @return list<string> the addresses of the servers that had this token */
    private function release(string $name, string $token): array
    {
        return array_keys($this->ask(['EVAL', COMPARE_AND_DELETE, '1', "redlock:$name", $token]), ':1', true);
    }

    /** @param list<string> $servers */
    private function isMajority(array $servers): bool
    {
        return count($servers) > count($this->addresses) / 2;
    }

    /**
     * Sends a command to all servers and waits for all of them. A server that fails or is silent has no connection afterwards.
     *
     * @param list<string> $words
     * @return array<string, string> address => the first line of its reply
     */
    private function ask(array $words): array
    {
        $end = microtime(true) + self::ASK;
        foreach (array_diff($this->addresses, array_keys($this->connections)) as $address) {
            $this->open($address);
        }
        $request = '*' . count($words) . "\r\n" . implode('', array_map(static fn (string $word) => '$' . strlen($word) . "\r\n$word\r\n", $words));
        $unsent = $unanswered = $this->connections;
        $replies = [];
        while ($unanswered !== [] && ($left = $end - microtime(true)) > 0) {
            [$readable, $writable, $none] = [array_diff_key($unanswered, $unsent), $unsent, null];
            if (!@stream_select($readable, $writable, $none, (int) $left, (int) (fmod($left, 1) * 1e6))) {
                continue;
            }
            foreach ($writable as $address => $connection) {
                unset($unsent[$address]);
                if (@fwrite($connection, $request) !== strlen($request)) {
                    unset($unanswered[$address], $this->connections[$address]);
                }
            }
            foreach ($readable as $address => $connection) {
                unset($unanswered[$address]);
                $line = @fgets($connection);
                if ($line === false) {
                    unset($this->connections[$address]);
                } else {
                    $replies[$address] = rtrim($line);
                }
            }
        }
        $this->connections = array_diff_key($this->connections, $unanswered);

        return $replies;
    }

    private function open(string $address): void
    {
        $how = STREAM_CLIENT_CONNECT | STREAM_CLIENT_ASYNC_CONNECT;
        $context = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
        $connection = @stream_socket_client("tcp://$address", $code, $message, self::ASK, $how, $context);
        if ($connection !== false) {
            stream_set_blocking($connection, false);
            $this->connections[$address] = $connection;
        }
    }
}
