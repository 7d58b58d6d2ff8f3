<?php
/*
 * A master and its replicas. Used by php-tests/replicas.
 */

declare(strict_types=1);

namespace Tests;

final class Replication
{
    public readonly RedisServer $master;
    /** @var list<RedisServer> */
    public readonly array $replicas;

    /** @param array<string, string|int|list<string|int>> $options of the master */
    public function __construct(int $replicas = 1, array $options = [])
    {
        // Without this the first synchronisation waits 5 s for other replicas.
        $fast = ['repl-diskless-sync-delay' => 0];
        $this->master = RedisServer::start($options + $fast);
        $all = [];
        while (count($all) < $replicas) {
            $all[] = RedisServer::start(['replicaof' => "127.0.0.1 {$this->master->plainPort}"] + $fast);
        }
        $this->replicas = $all;
        $this->synchronise();
    }

    /** Returns when each replica has all that the master has. No replica may be paused. */
    public function synchronise(): void
    {
        InStep::wait($this->master, count($this->replicas));
    }

    /**
     * The command timeout is long: on a busy machine a replica may be late, and then WAIT counts too few.
     *
     * @param array<string, mixed> $config
     * @return array<string, mixed> of an object that wants all replicas, unless $config says otherwise
     */
    public function config(array $config = []): array
    {
        return $config + $this->master->config() + ['command_timeout' => 20, 'min_replicas' => count($this->replicas)];
    }

    /** What the first replica has at this key. */
    public function copy(string $key): ?string
    {
        return $this->replicas[0]->client()->call('GET', $key);
    }

    /** Keys of locks that the master has. */
    public function locks(): array
    {
        $keys = $this->master->client()->call('KEYS', 'lock:*');
        sort($keys);

        return $keys;
    }
}
