<?php
/*
 * The Redis of a round, without the extension: reads keys, and makes trouble. Used by FuzzPlay and FuzzTruth.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzServer
{
    private ?RedisClient $client = null;
    private ?int $owner = null;

    public function __construct(
        private readonly FuzzWorld $world,
        public readonly string $url,
        public readonly string $socket,
    ) {
    }

    /** The value of a lock's key. Null: the key does not exist, or is no string. */
    public function get(string $key): ?string
    {
        try {
            return $this->client()->call('GET', $key);
        } catch (RedisError) {
            return null;
        }
    }

    /** Changes a loose name's key, or troubles all clients. */
    public function trouble(): void
    {
        $random = $this->world->random;
        $key = $this->world->prefix . $random->one($this->world->names->loose);
        $what = $random->weighted(['gone' => 12, 'foreign' => 5, 'endless' => 3, 'type' => 5, 'flush' => 1, 'cut' => 1]);
        $this->world->report->call("(the server: $what " . FuzzReport::show($key) . ')');
        try {
            match ($what) {
                'gone' => $this->client()->call('DEL', $key),
                'foreign' => $this->client()->call('SET', $key, 'somebody', 'PX', 30),
                'endless' => $this->client()->call('SET', $key, 'somebody'),
                'type' => $this->client()->call('HSET', $key, 'a', 'b'),
                'flush' => $this->client()->call('SCRIPT', 'FLUSH'),
                'cut' => $this->client()->call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
            };
        } catch (RedisError) {
            // A hash instead of a string.
        }
    }

    /** Deletes all keys. */
    public function empty(): void
    {
        $this->client()->call('FLUSHALL');
    }

    /** A forked child has a connection of its own. */
    private function client(): RedisClient
    {
        if ($this->client === null || $this->owner !== getmypid()) {
            $this->client = new RedisClient("unix://$this->socket");
            $this->owner = getmypid();
        }

        return $this->client;
    }
}
