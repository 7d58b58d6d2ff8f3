<?php
/*
 * A master, two replicas, and three sentinels that watch them. shared() is one set for all tests that leave it as it is;
 * a test that breaks something starts its own. In the TLS pass everything speaks TLS. Used by php-tests/sentinel and by
 * the hammer.
 */

declare(strict_types=1);

namespace Tests;

final class SentinelSet
{
    public const SERVICE = 'shop';

    private const ENVIRONMENT = 'REDIS_MUTEX_LOCK_TEST_SENTINELS';
    /** After so many ms without an answer a sentinel takes a master for dead. It is long until a test breaks something. */
    private const CALM = 60_000;
    private const ALERT = 500;
    /** After so many ms a sentinel gives up a failover, or sets a replica right that does not follow the master. */
    private const FAILOVER = 3_000;
    /**
     * In ms. Sentinels ask and tell so often: by default a failover takes many seconds. Redis 6 cannot change it. A replica is
     * promoted only if its last answers are younger than five times the first one, on a busy machine too.
     */
    private const PERIODS = [
        'ping-period' => 500, 'info-period' => 300, 'ask-period' => 200, 'publish-period' => 300, 'tilt-period' => 300,
        'min-link-reconnect-period' => 500,
    ];

    /** Whether part() has cut the replicas off. */
    private bool $parted = false;

    /**
     * @param list<RedisServer> $servers the master and the replicas, in no order
     * @param list<RedisServer> $sentinels
     */
    private function __construct(
        private readonly array $servers,
        private readonly array $sentinels,
        private readonly bool $tls,
    ) {
    }

    /**
     * Starts one, for a test that breaks it. Returns when it is whole, unless $waits is false.
     *
     * @param array<string, string|int|list<string|int>> $options of the master and the replicas
     */
    public static function start(array $options = [], ?bool $tls = null, bool $waits = true): self
    {
        $tls ??= Pass::isTls();
        // Who replicates takes the port that it connects to for the port to which it is led.
        $common = $tls ? ['tls-replication' => 'yes'] : [];
        // Without this the first synchronisation waits 5 s for other replicas.
        $options += $common + ['repl-diskless-sync-delay' => 0];
        $servers = [RedisServer::start($options)];
        $port = $tls ? $servers[0]->tlsPort : $servers[0]->plainPort;
        while (count($servers) < 3) {
            $servers[] = RedisServer::start($options + ['replicaof' => "127.0.0.1 $port"]);
        }
        $watch = static fn (string $setting, int|string $value): string => "$setting " . self::SERVICE . " $value";
        $lines = ['sentinel' => [
            $watch('monitor', "127.0.0.1 $port 2"),
            $watch('down-after-milliseconds', self::CALM),
            $watch('failover-timeout', self::FAILOVER),
            $watch('parallel-syncs', 2),
        ]];
        $sentinels = [];
        while (count($sentinels) < 3) {
            $sentinels[] = RedisServer::start($lines + $common, sentinel: true);
        }
        $set = new self($servers, $sentinels, $tls);
        $set->hurry();
        $waits && $set->settle();

        return $set;
    }

    /** The suite's set of this pass; a private one when a test runs without the runner. Never break it. */
    public static function shared(): self
    {
        static $shared = null;
        if ($shared === null) {
            $known = json_decode((string) getenv(self::name(Pass::isTls())), true);
            if ($known === null) {
                return $shared = self::start();
            }
            [$servers, $sentinels] = array_map(
                static fn (array $all): array => array_map(static fn (array $one): RedisServer => RedisServer::at(...$one), $all),
                $known,
            );
            $shared = new self($servers, $sentinels, Pass::isTls());
            $shared->settle();
        }

        return $shared;
    }

    /** @return array<string, string> the environment in which shared() is this set */
    public function environment(): array
    {
        $places = static fn (array $all): array => array_map(static fn (RedisServer $one): array => $one->place(), $all);

        return [self::name($this->tls) => json_encode([$places($this->servers), $places($this->sentinels)])];
    }

    /**
     * A configuration of a lock.
     *
     * @param array<string, mixed> $more beside or instead of it
     * @return array<string, mixed>
     */
    public function config(array $more = []): array
    {
        return self::asking($this->sentinels, $more);
    }

    /**
     * A configuration of a lock that asks these instead of the sentinels.
     *
     * @param list<RedisServer|FakeSentinel|Proxy|int> $nodes an int is a port
     * @param array<string, mixed> $more beside or instead of it
     * @return array<string, mixed>
     */
    public static function asking(array $nodes, array $more = []): array
    {
        $address = static fn ($node): string => '127.0.0.1:' . (is_int($node) ? $node : $node->port);

        return $more + ['sentinel' => ['service' => self::SERVICE, 'nodes' => array_map($address, $nodes)]] + Pass::access();
    }

    /** The same as a URL. Named arguments become its query. */
    public function url(int $database = 0, string|int|float ...$query): string
    {
        $ports = array_column($this->sentinels, 'port');

        return Pass::urlOfMany('sentinel', $ports, $database, ['service' => self::SERVICE] + $query);
    }

    /** The server that the first sentinel which answers names as the master. */
    public function master(): RedisServer
    {
        foreach ($this->sentinels as $sentinel) {
            $named = $this->namedBy($sentinel);
            if ($named !== null) {
                return $named;
            }
        }
        throw new Failure('no sentinel answers');
    }

    /** @return list<RedisServer> all servers but the master */
    public function replicas(): array
    {
        $master = $this->master();

        return array_values(array_filter($this->servers, static fn (RedisServer $server): bool => $server !== $master));
    }

    /** @return list<RedisServer> the master and the replicas; their order never changes */
    public function servers(): array
    {
        return $this->servers;
    }

    /** @return list<RedisServer> */
    public function sentinels(): array
    {
        return $this->sentinels;
    }

    /** Returns when both replicas have all that the master has. */
    public function synchronise(): void
    {
        InStep::wait($this->master(), 2);
    }

    /** From now on the replicas get no more writes. They keep their data, which are all that the master has now. */
    public function part(): void
    {
        $this->synchronise();
        $this->parted = true;
        // Otherwise the sentinels would set them right, on a busy machine before the test has killed the master.
        $this->set('failover-timeout', self::CALM);
        foreach ($this->replicas() as $replica) {
            // No server listens on this port.
            $replica->client()->call('REPLICAOF', '127.0.0.1', 1);
        }
    }

    /** @return list<string> the keys of the master that fit the pattern, sorted */
    public function keys(string $pattern = 'lock:*'): array
    {
        $keys = $this->master()->client()->call('KEYS', $pattern);
        sort($keys);

        return $keys;
    }

    /**
     * Kills the master (SIGKILL). Returns it. The sentinels will promote a replica, which has all that the master had, unless
     * the replicas were parted.
     */
    public function kill(): RedisServer
    {
        return $this->lose(static fn (RedisServer $master) => $master->kill());
    }

    /** The same, but the master is paused (SIGSTOP). */
    public function pause(): RedisServer
    {
        return $this->lose(static fn (RedisServer $master) => $master->pause());
    }

    /** Returns the new master when all living sentinels name it instead of the old one, and it says so itself. */
    public function promoted(RedisServer $old): RedisServer
    {
        try {
            Check::eventually(fn (): bool => $this->follows($old), 60, 'a replica is promoted');
        } catch (Failure $failure) {
            throw new Failure("{$failure->getMessage()}:\n{$this->sentinels[0]->log()}");
        }
        // On a busy machine the sentinels would take the new master for dead too.
        $this->set('down-after-milliseconds', self::CALM);

        return $this->master();
    }

    /**
     * A planned failover: the master and a replica change places. Returns the new master. The replica has all that the
     * master had when this was called.
     */
    public function failOver(): RedisServer
    {
        $this->synchronise();
        $old = $this->master();
        $end = Deadline::in(60);
        while (!$this->follows($old)) {
            try {
                // It may have done it, and the others do not know yet.
                $begins = $this->namedBy($this->sentinels[0]) === $old;
                $begins && $this->sentinels[0]->client()->call('SENTINEL', 'FAILOVER', self::SERVICE);
            } catch (RedisError $error) {
                // It does not know a good replica yet, or a failover is not over.
                if ($end->passed()) {
                    throw $error;
                }
            }
            // A sentinel gives up when a replica is late.
            $try = Deadline::in(0.5);
            while (!$try->passed() && !$this->follows($old)) {
                usleep(2_000);
            }
        }

        return $this->master();
    }

    /** Whether all living sentinels name another master, and it says that it is one. */
    private function follows(RedisServer $old): bool
    {
        $names = array_filter(array_map($this->namedBy(...), $this->sentinels));
        $new = reset($names);

        return $new !== false && $new !== $old && count(array_unique($names, SORT_REGULAR)) === 1 && self::is('master', $new);
    }

    /** Starts what is dead and resumes what is paused. Returns when there is a master with two replicas again. */
    public function heal(): void
    {
        foreach ([...$this->servers, ...$this->sentinels] as $server) {
            $server->running() ? $server->resume() : $server->restart();
        }
        $this->set('down-after-milliseconds', self::CALM);
        $this->set('failover-timeout', self::FAILOVER);
        $this->hurry();
        $this->parted = false;
        $this->settle(function (): void {
            $master = $this->master();
            if (!self::is('master', $master)) {
                return;
            }
            foreach ($this->replicas() as $replica) {
                // A sentinel would do that after some seconds.
                if (self::is('master', $replica)) {
                    $replica->client()->call('REPLICAOF', '127.0.0.1', $this->port($master));
                }
            }
        });
    }

    /** Returns when all sentinels know each other, the master and its replicas, and the replicas have what the master has. */
    private function settle(?callable $help = null): void
    {
        $end = Deadline::in(60);
        while (($missing = $this->missing()) !== '') {
            if ($end->passed()) {
                throw new Failure("the set of sentinels is not whole: $missing");
            }
            $help === null || $help();
            usleep(20_000);
        }
    }

    /** What the set lacks. '': nothing. */
    private function missing(): string
    {
        $masters = [];
        foreach ($this->sentinels as $number => $sentinel) {
            $client = $sentinel->client();
            $master = self::fields($client->call('SENTINEL', 'MASTER', self::SERVICE));
            $masters[] = $master['port'];
            $seen = "sentinel $number sees the master as $master[flags]";
            foreach (['REPLICAS' => 'slave', 'SENTINELS' => 'sentinel'] as $whom => $flag) {
                $others = array_map(self::fields(...), $client->call('SENTINEL', $whom, self::SERVICE));
                $seen .= ", $whom as " . implode('|', array_column($others, 'flags'));
                if ($master['flags'] !== 'master' || array_column($others, 'flags') !== [$flag, $flag]) {
                    return $seen;
                }
            }
        }
        if (count(array_unique($masters)) > 1) {
            return 'the sentinels name different masters';
        }
        $master = $this->master();

        return InStep::are($master, 2) ? '' : (string) $master->client()->call('INFO', 'replication');
    }

    /** @param callable(RedisServer): mixed $how */
    private function lose(callable $how): RedisServer
    {
        $this->parted || $this->synchronise();
        $master = $this->master();
        // No sentinel promotes a replica that had been without its master for ten times as long.
        $this->set('down-after-milliseconds', $this->parted ? 4 * self::ALERT : self::ALERT);
        $how($master);
        $this->set('failover-timeout', self::FAILOVER);

        return $master;
    }

    private function set(string $what, int $milliseconds): void
    {
        foreach ($this->answering() as $client) {
            $client->call('SENTINEL', 'SET', self::SERVICE, $what, $milliseconds);
        }
    }

    /** A sentinel forgets this when it ends. */
    private function hurry(): void
    {
        if (RedisServer::version() < 7) {
            return;
        }
        foreach ($this->answering() as $client) {
            foreach (self::PERIODS as $name => $milliseconds) {
                $client->call('SENTINEL', 'DEBUG', $name, $milliseconds);
            }
        }
    }

    /** @return iterable<RedisClient> connections to the sentinels that live */
    private function answering(): iterable
    {
        foreach ($this->sentinels as $sentinel) {
            if ($sentinel->answers()) {
                yield $sentinel->client();
            }
        }
    }

    /** Null: this sentinel does not answer. */
    private function namedBy(RedisServer $sentinel): ?RedisServer
    {
        if (!$sentinel->answers()) {
            return null;
        }
        [, $port] = $sentinel->client()->call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', self::SERVICE);
        foreach ($this->servers as $server) {
            if ($this->port($server) === (int) $port) {
                return $server;
            }
        }
        throw new Failure("a sentinel names port $port");
    }

    private function port(RedisServer $server): int
    {
        return $this->tls ? $server->tlsPort : $server->plainPort;
    }

    private static function is(string $role, RedisServer $server): bool
    {
        return $server->answers() && $server->client()->call('ROLE')[0] === $role;
    }

    /**
     * @param list<string> $words name, value, name, value
     * @return array<string, string>
     */
    private static function fields(array $words): array
    {
        $pairs = array_chunk($words, 2);

        return array_combine(array_column($pairs, 0), array_column($pairs, 1));
    }

    private static function name(bool $tls): string
    {
        return self::ENVIRONMENT . ($tls ? '_TLS' : '');
    }
}
