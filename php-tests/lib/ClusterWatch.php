<?php
/*
 * The commands that the nodes of a Cluster execute for connections with one name, as MONITOR shows them. Redis 6.2 shows
 * neither CLIENT nor CLUSTER there, so it notes all commands in its slow log. Other tests may use the same Cluster
 * meanwhile. Used by php-tests/cluster.
 */

declare(strict_types=1);

namespace Tests;

final class ClusterWatch
{
    private const LOGGED = 100_000;

    /** @var array<int, RedisClient> the connections that listen, by the plain port of the node */
    private array $listeners = [];
    /** @var array<int, list<array{string, list<string>}>> the addresses of clients, and their words */
    private array $lines = [];

    /** @var array<int, array{last: int, commands: list<string>}> what was read of the slow logs so far */
    private array $read = [];

    /** Begins to watch. $name is the setting `name` of a configuration. */
    public function __construct(private readonly ClusterSet $set, private readonly string $name)
    {
        foreach ($set->nodes() as $node) {
            if (self::readsLog()) {
                $node->client()->call('CONFIG', 'SET', 'slowlog-max-len', self::LOGGED);
                $node->client()->call('CONFIG', 'SET', 'slowlog-log-slower-than', 0);
                continue;
            }
            $listener = $node->client();
            $listener->call('MONITOR');
            $this->listeners[$node->plainPort] = $listener;
            $this->lines[$node->plainPort] = [];
        }
    }

    /** @return list<string> what this node has executed so far: a command with its words, without the greeting */
    public function commands(RedisServer $node): array
    {
        if (self::readsLog()) {
            return $this->logged($node);
        }
        $this->read($node);
        $lines = $this->lines[$node->plainPort];
        $ours = [];
        $commands = [];
        foreach ($lines as [$address, $words]) {
            if (self::isGreeting($words)) {
                $ours[$address] = ($words[2] ?? '') === $this->name || ($ours[$address] ?? false);
            } elseif ($ours[$address] ?? false) {
                $commands[] = implode(' ', $words);
            }
        }

        return $commands;
    }

    /** How often the nodes have executed commands that begin with these words. */
    public function count(string $begin): int
    {
        $commands = array_merge(...array_map($this->commands(...), $this->set->nodes()));

        return count(array_filter($commands, static fn (string $command): bool => stripos($command, $begin) === 0));
    }

    private static function readsLog(): bool
    {
        return RedisServer::version() < 7;
    }

    /** @return list<string> as commands() */
    private function logged(RedisServer $node): array
    {
        $read = &$this->read[$node->plainPort];
        $read ??= ['last' => -1, 'commands' => []];
        $new = [];
        // The newest come first. The numbers of all of them follow each other.
        for ($many = 100; $many <= 2 * self::LOGGED; $many *= 4) {
            $new = $node->client()->call('SLOWLOG', 'GET', $many);
            if (count($new) < $many || end($new)[0] <= $read['last'] + 1) {
                break;
            }
        }
        foreach (array_reverse($new) as [$id, , , $words, , $name]) {
            if ($id > $read['last'] && $name === $this->name && !self::isGreeting($words)) {
                $read['commands'][] = implode(' ', $words);
            }
        }
        $read['last'] = $new[0][0] ?? $read['last'];

        return $read['commands'];
    }

    /** Reads all lines that MONITOR has shown up to now. */
    private function read(RedisServer $node): void
    {
        $mark = Check::unique('mark');
        $node->client()->call('ECHO', $mark);
        do {
            $line = (string) $this->listeners[$node->plainPort]->reply();
            preg_match('/^\S+ \[\d+ (\S+)\]/', $line, $address);
            preg_match_all('/"((?:[^"\\\\]|\\\\.)*)"/', $line, $words);
            $this->lines[$node->plainPort][] = [$address[1] ?? '', $words[1]];
        } while (!str_contains($line, $mark));
    }

    /** @param list<string> $words */
    private static function isGreeting(array $words): bool
    {
        return in_array(strtoupper($words[0] ?? ''), ['CLIENT', 'AUTH', 'HELLO'], true);
    }
}
