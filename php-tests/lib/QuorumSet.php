<?php
/*
 * Independent servers, of which a majority grants a lock. shared() is one set of five for all tests that leave it whole; a
 * test that breaks something starts its own. A test that wants a slow or broken network between them takes
 * behindRelays(). Used by php-tests/quorum and by the hammer.
 */

declare(strict_types=1);

namespace Tests;

final class QuorumSet
{
    private const ENVIRONMENT = 'REDIS_MUTEX_LOCK_TEST_QUORUM';

    /**
     * @param list<RedisServer> $servers
     * @param list<Relay> $relays one in front of each server; empty: none
     * @param float $delay milliseconds each way of each relay
     */
    private function __construct(
        private readonly array $servers,
        private readonly array $relays = [],
        private float $delay = 0,
    ) {
    }

    /**
     * Starts one, for a test that breaks it.
     *
     * @param array<string, string|int|list<string|int>> $options of each server
     */
    public static function start(int $count = 5, array $options = []): self
    {
        $servers = [];
        while (count($servers) < $count) {
            $servers[] = RedisServer::start($options);
        }

        return new self($servers);
    }

    /**
     * Starts one, and a relay in front of each server: blackhole(), cut() and delay() need them.
     *
     * @param float $delay milliseconds each way
     */
    public static function behindRelays(int $count = 5, float $delay = 0): self
    {
        $servers = self::start($count)->servers;
        $set = new self($servers, array_map(static fn (RedisServer $server): Relay => new Relay($server->port), $servers));
        $set->delay($delay);

        return $set;
    }

    /** The suite's set; a private one when a test runs without the runner. Never break it. */
    public static function shared(): self
    {
        static $shared = null;
        if ($shared === null) {
            $known = json_decode((string) getenv(self::ENVIRONMENT), true);
            $shared = $known === null ? self::start()
                : new self(array_map(static fn (array $place): RedisServer => RedisServer::at(...$place), $known));
        }

        return $shared;
    }

    /** @return array<string, string> the environment in which shared() is this set */
    public function environment(): array
    {
        $places = array_map(static fn (RedisServer $server): array => $server->place(), $this->servers);

        return [self::ENVIRONMENT => json_encode($places)];
    }

    /**
     * A configuration of a lock. The command timeout is long, for busy machines.
     *
     * @param array<string, mixed> $more beside or instead of it
     * @return array<string, mixed>
     */
    public function config(array $more = []): array
    {
        return $more + ['servers' => array_map(self::way(...), $this->ports()), 'command_timeout' => 10];
    }

    /**
     * The way to a port of this machine, as one of `servers`.
     *
     * @return array<string, mixed>
     */
    public static function way(int $port): array
    {
        return ['host' => '127.0.0.1'] + Pass::config($port);
    }

    /** The same as a URL. Named arguments become its query. */
    public function url(int $database = 0, string|int|float ...$query): string
    {
        return Pass::urlOfMany('quorum', $this->ports(), $database, $query + ['command_timeout' => 10]);
    }

    /** @return list<RedisServer> their order never changes */
    public function servers(): array
    {
        return $this->servers;
    }

    /** @return list<int> the ports to which the extension is led: of the relays, if there are some */
    public function ports(): array
    {
        return array_column($this->relays === [] ? $this->servers : $this->relays, 'port');
    }

    /** How many grants make a majority. */
    public function needed(): int
    {
        return intdiv(count($this->servers), 2) + 1;
    }

    /** Kills them (SIGKILL). What they had is lost, unless the set was started with an append-only file. */
    public function kill(int ...$which): void
    {
        foreach ($which as $number) {
            $this->servers[$number]->kill();
        }
    }

    /** Pauses them (SIGSTOP): connections stay open, nothing answers. */
    public function pause(int ...$which): void
    {
        foreach ($which as $number) {
            $this->servers[$number]->pause();
        }
    }

    public function resume(int ...$which): void
    {
        foreach ($which as $number) {
            $this->servers[$number]->resume();
        }
    }

    /** All that is sent to them or by them is lost, and new connections hang. */
    public function blackhole(int ...$which): void
    {
        foreach ($which as $number) {
            $this->relays[$number]->blackhole();
        }
    }

    /** Closes all their connections and refuses new ones. */
    public function cut(int ...$which): void
    {
        foreach ($which as $number) {
            $this->relays[$number]->cut();
        }
    }

    /** From here on each byte comes so much later, in both directions, at each server. */
    public function delay(float $milliseconds): void
    {
        $this->delay = $milliseconds;
        foreach ($this->relays as $relay) {
            $relay->delay($milliseconds);
        }
    }

    /** These servers answer after three seconds, until heal(). */
    public function slow(int ...$which): void
    {
        foreach ($which as $number) {
            $this->relays[$number]->delay(1_500);
        }
    }

    /** Kills them and starts them again at once: they have nothing. An operator must keep such a server away for a lease. */
    public function empty(int ...$which): void
    {
        foreach ($which as $number) {
            $this->servers[$number]->restart(kill: true);
        }
    }

    /** Starts what is dead, resumes what is paused, and mends the network. Dead servers come back without data. */
    public function heal(): void
    {
        foreach ($this->servers as $server) {
            $server->running() ? $server->resume() : $server->restart();
        }
        foreach ($this->relays as $relay) {
            $relay->delay($this->delay);
            $relay->heal();
        }
    }

    /** @return array<int, string|null> what each server that answers has under the name; null: nothing */
    public function holders(string $name): array
    {
        return array_map(static fn (RedisClient $client): ?string => $client->call('GET', "lock:$name"), $this->clients());
    }

    /** Returns when each server that answers has this token under the name; null: none. */
    public function agree(string $name, ?string $token): void
    {
        Check::eventually(
            fn (): bool => array_unique($this->holders($name), SORT_REGULAR) === [array_key_first($this->clients()) => $token],
            10,
            "all servers have the same under $name",
        );
    }

    /** @return list<string> `number key` of all servers that answer, without the counters of fencing tokens, which stay */
    public function keys(string $pattern = 'lock:*'): array
    {
        $keys = [];
        foreach ($this->clients() as $number => $client) {
            foreach (preg_grep('/:fence:\{/', $client->call('KEYS', $pattern), PREG_GREP_INVERT) as $key) {
                $keys[] = "$number $key";
            }
        }
        sort($keys);

        return $keys;
    }

    /** Returns when nothing is left of what fits the pattern. */
    public function vanishes(string $pattern = 'lock:*', float $seconds = 10): void
    {
        try {
            Check::eventually(fn (): bool => $this->keys($pattern) === [], $seconds, 'nothing is left');
        } catch (Failure $failure) {
            throw new Failure("{$failure->getMessage()}: " . implode(', ', $this->keys($pattern)));
        }
    }

    /**
     * Returns when nothing is left, while an object that works locks and unlocks: what a server did not hear of its process,
     * it hears before the next command.
     */
    public function vanishesWith(\RedisMutexLock $lock, string $pattern = 'lock:*', float $seconds = 20): void
    {
        $end = Deadline::in($seconds);
        do {
            try {
                Check::true($lock->lock('pair', 0, 600) && $lock->unlock('pair'), 'a pair');
            } catch (\RedisMutexLockUnavailableException $trouble) {
                // Servers that were away rest for a second at most.
                $end->passed() && throw $trouble;
            }
            $keys = $this->keys($pattern);
            if ($keys !== [] && $end->passed()) {
                throw new Failure('left behind: ' . implode(', ', $keys));
            }
            $keys === [] || usleep(5_000);
        } while ($keys !== []);
    }

    /** Puts a token that nobody will release at these servers. */
    public function occupy(string $name, string $token, int ...$which): void
    {
        foreach ($which as $number) {
            $this->servers[$number]->client()->call('SET', "lock:$name", $token, 'PX', 600_000);
        }
    }

    /** The gate of a name: the server in whose queue its waiters stand. Null: nobody waits. */
    public function gate(string $name): ?int
    {
        foreach ($this->clients() as $number => $client) {
            if ($client->call('EXISTS', "lock:$name:queue:{lock:$name}") === 1) {
                return $number;
            }
        }

        return null;
    }

    /**
     * The gate of a name that somebody holds and nobody waits for. A process waits for it in vain, because the order of
     * the servers is the secret of the extension.
     *
     * @param array<string, mixed> $more as of config(), for that process
     */
    public function findGate(string $name, array $more = []): int
    {
        $worker = Worker::run(<<<'PHP'
            $lock = new RedisMutexLock(unserialize($argv[1]));
            pcntl_async_signals(true);
            pcntl_signal(SIGTERM, static fn () => throw new Exception('found'));
            say('waits');
            try {
                $lock->lock($argv[2], 60);
                say('granted');
            } catch (Exception) {
                say('left');
            }
            PHP, [serialize($this->config($more)), $name]);
        $worker->expect('waits');
        $gate = null;
        Check::eventually(function () use ($name, &$gate): bool {
            return ($gate = $this->gate($name)) !== null;
        }, 20, "somebody waits for $name");
        $worker->signal(SIGTERM);
        $worker->expect('left');
        $worker->finish();
        Check::eventually(fn (): bool => $this->gate($name) === null, 20, 'the queue is empty again');

        return $gate;
    }

    /** The queue of a name that somebody holds and nobody waits for, at its gate. @param array<string, mixed> $more as of config() */
    public function queue(string $name, array $more = []): Queue
    {
        return new Queue($this->servers[$this->findGate($name, $more)], $name, $this->config($more));
    }

    /** @return array<int, RedisClient> a new connection to each server that answers */
    public function clients(): array
    {
        $living = array_filter($this->servers, static fn (RedisServer $server): bool => $server->answers());

        return array_map(static fn (RedisServer $server): RedisClient => $server->client(), $living);
    }

    /** @return array<string, array{int, int}> each pair of the five servers, by its name */
    public static function pairs(): array
    {
        $pairs = [];
        for ($one = 0; $one < 5; $one++) {
            for ($other = $one + 1; $other < 5; $other++) {
                $pairs["servers $one and $other"] = [$one, $other];
            }
        }

        return $pairs;
    }
}
