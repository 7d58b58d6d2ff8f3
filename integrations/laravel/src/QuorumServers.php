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
        if (is_string($given)) {
            // A text without the name of a connection is left whole, because the class knows where its commas separate.
            $texts = array_map(trim(...), preg_split('/[,;]/', $given) ?: []);
            $given = array_filter($texts, $this->isConnection(...)) === [] ? $given : $texts;
        }
        $this->server = ['servers' => is_array($given) ? array_map($this->one(...), $given) : $given];
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

    /** Returns how many servers there are. The class has checked the number when it made an object. */
    public function count(): int
    {
        $servers = $this->server['servers'];
        if (is_array($servers)) {
            return count($servers);
        }
        $text = (string) $servers;

        // Where there are URLs, a comma separates only in front of a URL.
        return 1 + (int) preg_match_all(str_contains($text, '://') ? '~[,;]\s*[a-z]+://~i' : '~[,;]~', $text);
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

    private function one(mixed $server): mixed
    {
        if (!is_string($server) || !$this->isConnection($server)) {
            return $server;
        }
        $settings = ConnectionSettings::of($this->manager, $server);
        foreach (['cluster' => 'a Cluster', 'sentinel' => 'behind Sentinel'] as $key => $what) {
            if (isset($settings->server[$key])) {
                throw new InvalidArgumentException(
                    "The connection [$server] is $what, and each of the \"servers\" is one server that is independent of the others."
                        . ' Name other connections, or leave "servers" out and name this one as "lock_connection".',
                );
            }
        }
        $this->prefixes[$server] = $settings->prefix;

        return $settings->server;
    }

    private function isConnection(string $text): bool
    {
        return ConnectionSettings::has($this->manager, $text);
    }
}
