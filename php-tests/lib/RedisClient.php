<?php
/*
 * A plain Redis client, with which the tests look at the server. It depends on no extension. Used by phpt files, workers
 * and RedisServer.
 */

declare(strict_types=1);

namespace Tests;

final class RedisClient
{
    /** @var resource */
    private $stream;
    private string $received = '';
    /** Whether the server queues the commands, because they stand between MULTI and EXEC. */
    private bool $queues = false;

    /** @param string $address `tcp://127.0.0.1:port` or `unix:///path` */
    public function __construct(private readonly string $address)
    {
        $context = stream_context_create(['socket' => ['tcp_nodelay' => true]]);
        $stream = @stream_socket_client($address, $code, $message, 10, STREAM_CLIENT_CONNECT, $context);
        if ($stream === false) {
            throw new \RuntimeException("$address: $message");
        }
        stream_set_blocking($stream, false);
        $this->stream = $stream;
    }

    /** @return string|int|null|list<mixed> errors inside a list are RedisError objects */
    public function call(string|int|float ...$words): string|int|null|array
    {
        $this->awaitReleases((string) $words[0]);
        $this->send(...$words);

        return $this->reply();
    }

    /**
     * Returns when the releases are executed which this process has sent before. If no process of this run awaits its
     * releases, this is asked in front of each command, but for those between MULTI and EXEC.
     */
    private function awaitReleases(string $command): void
    {
        if (Extension::releasesAhead() && !$this->queues) {
            // A server writes no reply before it has executed what its other clients had sent until then.
            $this->send('PING');
            $this->reply();
        }
        $this->queues = match ($command) {
            'MULTI' => true,
            'EXEC' => false,
            default => $this->queues,
        };
    }

    /** Sends a command without waiting for its reply. */
    public function send(string|int|float ...$words): void
    {
        $bytes = Resp::pack(array_values($words));
        $end = Deadline::in(10);
        while ($bytes !== '') {
            $written = @fwrite($this->stream, $bytes);
            if ($written === false || $end->passed()) {
                throw new \RuntimeException("$this->address: cannot send");
            }
            $bytes = substr($bytes, $written);
            if ($written === 0) {
                usleep(500);
            }
        }
    }

    /** @return string|int|null|list<mixed> the next reply */
    public function reply(float $seconds = 10): string|int|null|array
    {
        $end = Deadline::in($seconds);
        while ($this->received === '' || ($size = Resp::end($this->received)) === null) {
            if (!$end->readable($this->stream)) {
                throw new \RuntimeException("$this->address: no reply within $seconds s");
            }
            $bytes = fread($this->stream, 65536);
            if (($bytes === '' || $bytes === false) && feof($this->stream)) {
                throw new \RuntimeException("$this->address: connection closed");
            }
            $this->received .= $bytes;
        }
        $value = Resp::value($this->received);
        $this->received = substr($this->received, $size);
        if ($value instanceof RedisError) {
            throw $value;
        }

        return $value;
    }

    /** @return array<string, int> number of calls by command in lower case, without its own PINGs; a subcommand is `client|id` */
    public function commandstats(): array
    {
        preg_match_all('/^cmdstat_([^:]+):calls=(\d+)/m', (string) $this->call('INFO', 'commandstats'), $found);

        $calls = array_combine(array_map(strtolower(...), $found[1]), array_map(intval(...), $found[2]));

        return Extension::releasesAhead() ? array_diff_key($calls, ['ping' => 0]) : $calls;
    }

    /** @return list<array<string, string>> CLIENT LIST: the fields of each connection */
    public function clients(): array
    {
        $clients = [];
        foreach (explode("\n", trim((string) $this->call('CLIENT', 'LIST'))) as $line) {
            preg_match_all('/(\S+?)=(\S*)/', $line, $found);
            $clients[] = array_combine($found[1], $found[2]);
        }

        return $clients;
    }

    public function close(): void
    {
        if (is_resource($this->stream)) {
            fclose($this->stream);
        }
    }
}
