<?php
/*
 * The servers of a quorum, which "servers" of a store's "mutex" names. A name in "redis" of config/database.php is the server of
 * that connection, and anything else goes to the class RedisMutexLock as it is, which says what it cannot take. Nothing here
 * connects. MutexStore makes one at its first lock.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Illuminate\Redis\RedisManager;
use InvalidArgumentException;

final class QuorumServers
{
    /** @var array<string, mixed> the servers as the constructor of RedisMutexLock takes them */
    public readonly array $server;

    /** @var array<string, string> the prefixes of the named connections, by their names */
    private array $prefixes = [];

    private function __construct(private readonly RedisManager $manager, mixed $given)
    {
        $servers = is_array($given) || is_string($given) ? $this->all((array) $given) : $given;
        $this->server = ['servers' => $servers === [$given] ? $given : $servers];
    }

    /** @throws InvalidArgumentException if a connection cannot be one of the servers */
    public static function of(object $manager, mixed $given): self
    {
        if (!$manager instanceof RedisManager) {
            throw new InvalidArgumentException(
                'The driver redis-mutex cannot read "servers": the connections are not made by the RedisManager of Laravel.',
            );
        }

        return new self($manager, $given);
    }

    /** Returns whether "servers" has this value because there shall be no quorum, by the rule of the class. */
    public static function isOff(mixed $given): bool
    {
        if (is_array($given)) {
            return $given === [] || (array_key_exists('enable', $given) && self::isOff($given['enable']));
        }
        $isZero = is_numeric($given) && (float) $given === 0.0;

        return $given === null || $isZero || filter_var($given, FILTER_VALIDATE_BOOL, FILTER_NULL_ON_FAILURE) === false;
    }

    /**
     * What var_dump() and dd() show, because the settings have passwords.
     *
     * @return array<string, int>
     */
    public function __debugInfo(): array
    {
        return ['servers' => $this->count()];
    }

    /** Returns how many servers there are. The class has checked the number when it made an object. */
    public function count(): int
    {
        $count = 0;
        foreach ((array) $this->server['servers'] as $key => $server) {
            $text = is_string($server) ? $server : '';
            // Where there are URLs, a comma separates only in front of a URL.
            $texts = preg_split(str_contains($text, '://') ? '~[,;]\s*(?=[a-z]+://)~i' : '~[,;]~', $text);
            $count += is_int($key) ? count((array) $texts) : 0;
        }

        return $count;
    }

    /**
     * Returns the prefix that a key has on every server. Where no connection is named, it is the prefix of all connections.
     *
     * @param callable(string, string): string $now returns the prefix that a connection has now, from its name and its settings
     */
    public function prefix(callable $now): string
    {
        $prefixes = [];
        foreach ($this->prefixes as $connection => $prefix) {
            $prefixes[$now((string) $connection, $prefix)] = (string) $connection;
        }
        if (count($prefixes) > 1) {
            [$one, $other] = array_values($prefixes);
            throw new InvalidArgumentException(
                "The connections [$one] and [$other] of \"servers\" have different prefixes, and a lock has one key on all servers."
                    . ' Give both the same "prefix" in config/database.php.',
            );
        }

        return (string) (array_key_first($prefixes) ?? ConnectionSettings::commonPrefix($this->manager));
    }

    /**
     * Returns the list with the servers of the connections in the place of their names.
     *
     * @param array<int|string, mixed> $given
     * @return array<int|string, mixed>
     */
    private function all(array $given): array
    {
        $servers = [];
        foreach ($given as $key => $server) {
            if (is_string($key)) {
                $servers[$key] = $server;
                continue;
            }
            foreach (is_string($server) ? $this->texts($server) : [$server] as $one) {
                $servers[] = is_string($one) && $this->isConnection($one) ? $this->serverOf($one) : $one;
            }
        }

        return $servers;
    }

    /**
     * Returns the parts of a text with names of connections. Another text is left whole, because the class knows where its
     * commas separate.
     *
     * @return list<string>
     */
    private function texts(string $text): array
    {
        $texts = array_map(trim(...), preg_split('/[,;]/', $text) ?: []);

        return array_filter($texts, $this->isConnection(...)) === [] ? [$text] : $texts;
    }

    /** @return array<string, mixed> */
    private function serverOf(string $connection): array
    {
        $settings = ConnectionSettings::of($this->manager, $connection);
        foreach (['cluster' => 'a Cluster', 'sentinel' => 'behind Sentinel'] as $key => $what) {
            if (isset($settings->server[$key])) {
                throw new InvalidArgumentException(
                    "The connection [$connection] is $what, and each of the \"servers\" is one server that is independent of the others."
                        . ' Name other connections, or leave "servers" out and name this one as "lock_connection".',
                );
            }
        }
        $this->prefixes[$connection] = $settings->prefix;

        return $settings->server;
    }

    private function isConnection(string $text): bool
    {
        return ConnectionSettings::has($this->manager, $text);
    }
}
