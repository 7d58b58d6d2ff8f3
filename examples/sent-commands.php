<?php

declare(strict_types=1);

/**
 * Counts the commands of clients with the server's MONITOR, because the counters of INFO would include commands of scripts.
 * (MONITOR leaves out administrative commands, such as a CLIENT KILL after trouble.)
 */
final class SentCommands
{
    /** @var resource */
    private $monitor;

    public function __construct(private readonly Redis $watch, int $port)
    {
        $this->monitor = stream_socket_client("tcp://127.0.0.1:$port") ?: throw new RuntimeException('MONITOR cannot be asked for.');
        stream_set_timeout($this->monitor, 10);
        fwrite($this->monitor, "MONITOR\r\n");
        fgets($this->monitor);
    }

    /**
     * @param string $about only commands that have this text in them
     * @return array<string, int> address of a client => commands since the last call; the client that sent first comes first
     */
    public function byClient(string $about = ''): array
    {
        $end = 'counted-' . bin2hex(random_bytes(6));
        $this->watch->echo($end);
        $counts = [];
        while (($line = fgets($this->monitor)) !== false) {
            // +1700000000.123456 [0 127.0.0.1:50000] "SET" "lock:bench" …; commands of a script come from "lua".
            if (!preg_match('/^\+[\d.]+ \[\d+ (\S+)\] /', $line, $client)) {
                continue;
            }
            if (str_contains($line, $end)) {
                unset($counts[$client[1]]); // our own commands

                return $counts;
            }
            if ($client[1] !== 'lua' && str_contains($line, $about)) {
                $counts[$client[1]] = ($counts[$client[1]] ?? 0) + 1;
            }
        }
        throw new RuntimeException('MONITOR ended early.');
    }

    public function stop(): void
    {
        fclose($this->monitor);
    }
}
