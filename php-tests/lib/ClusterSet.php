<?php
/*
 * A Redis Cluster of three masters and three replicas. Its nodes announce their TLS port to clients with TLS, and their
 * plain port to others, so it serves both passes. shared() is one Cluster for all tests that leave it whole; a slot may
 * move there. A test that breaks something else starts its own. Used by php-tests/cluster and by the hammer.
 */

declare(strict_types=1);

namespace Tests;

final class ClusterSet
{
    private const ENVIRONMENT = 'REDIS_MUTEX_LOCK_TEST_CLUSTER';
    private const SLOTS = 16384;
    /** After so many ms without an answer the others take a node for dead. It is long until a test breaks something. */
    private const CALM = 60_000;
    private const ALERT = 1_000;

    /** @var array<int, RedisServer> the replica that will follow a master, by the master's plain port */
    private array $heirs = [];

    /** @param list<RedisServer> $nodes masters and replicas, in no order */
    private function __construct(private readonly array $nodes)
    {
    }

    /**
     * Starts one, for a test that breaks it. Returns when it is whole, unless $waits is false.
     *
     * @param array<string, string|int|list<string|int>> $options of each node
     */
    public static function start(array $options = [], bool $waits = true): self
    {
        $options += [
            'cluster-enabled' => 'yes',
            'cluster-config-file' => 'nodes.conf',
            // Clients without TLS get the plain port nevertheless.
            'tls-cluster' => 'yes',
            'tls-replication' => 'yes',
            'cluster-node-timeout' => self::CALM,
            // The last replica may always be promoted, however old its data are.
            'cluster-replica-validity-factor' => 0,
            'cluster-allow-replica-migration' => 'no',
            // Without this the first synchronisation waits 5 s for other replicas.
            'repl-diskless-sync-delay' => 0,
        ];
        $nodes = $buses = [];
        while (count($nodes) < 6) {
            // By default the port of the bus is 10,000 above. The kernel may have given that port to a client.
            $bus = RedisServer::version() < 7 ? [] : ['cluster-port' => $buses[] = Port::free()];
            $nodes[] = RedisServer::start($bus + $options);
        }
        // Nodes with one epoch would have to agree on new ones first. It cannot be set when nodes know each other.
        foreach ($nodes as $number => $node) {
            $node->client()->call('CLUSTER', 'SET-CONFIG-EPOCH', $number + 1);
        }
        foreach ($nodes as $number => $node) {
            $client = $node->client();
            if ($number < 3) {
                $slots = range(intdiv($number * self::SLOTS, 3), intdiv(($number + 1) * self::SLOTS, 3) - 1);
                $client->call('CLUSTER', 'ADDSLOTS', ...$slots);
            }
            foreach ($nodes as $which => $other) {
                if ($other !== $node) {
                    $client->call('CLUSTER', 'MEET', '127.0.0.1', $other->tlsPort, $buses[$which] ?? $other->tlsPort + 10_000);
                }
            }
        }
        $set = new self($nodes);
        foreach ([0, 1, 2] as $number) {
            $replica = $nodes[$number + 3]->client();
            $id = $nodes[$number]->client()->call('CLUSTER', 'MYID');
            Check::eventually(static function () use ($replica, $id): bool {
                try {
                    return $replica->call('CLUSTER', 'REPLICATE', $id) === 'OK';
                } catch (RedisError) {
                    // It does not know the master yet.
                    return false;
                }
            }, 30, 'a node knows its master');
        }
        $waits && $set->settle();

        return $set;
    }

    /** The suite's Cluster; a private one when a test runs without the runner. Never break it. */
    public static function shared(): self
    {
        static $shared = null;
        if ($shared === null) {
            $known = json_decode((string) getenv(self::ENVIRONMENT), true);
            if ($known === null) {
                return $shared = self::start();
            }
            $shared = new self(array_map(static fn (array $place): RedisServer => RedisServer::at(...$place), $known));
            $shared->settle();
        }

        return $shared;
    }

    /** @return array<string, string> the environment in which shared() is this one */
    public function environment(): array
    {
        $places = array_map(static fn (RedisServer $node): array => $node->place(), $this->nodes);

        return [self::ENVIRONMENT => json_encode($places)];
    }

    /**
     * A configuration of a lock. The seeds are all nodes, masters and replicas. The command timeout is long, for busy
     * machines.
     *
     * @param array<string, mixed> $more beside or instead of it
     * @return array<string, mixed>
     */
    public function config(array $more = []): array
    {
        $seeds = array_map(static fn (RedisServer $node): string => "127.0.0.1:$node->port", $this->nodes);

        return $more + ['cluster' => $seeds, 'command_timeout' => 10] + Pass::access();
    }

    /** The same as a URL. Named arguments become its query. */
    public function url(string|int|float ...$query): string
    {
        return Pass::urlOfMany('cluster', array_column($this->nodes, 'port'), 0, $query);
    }

    /** @return list<RedisServer> masters and replicas; their order never changes */
    public function nodes(): array
    {
        return $this->nodes;
    }

    /** @return list<RedisServer> the masters that have slots, as the first living node knows them */
    public function masters(): array
    {
        $view = $this->view();

        // That node may not know the port of another one at the moment.
        return array_values(array_filter($this->nodes, static fn (RedisServer $node): bool => ($view[$node->plainPort]['slots'] ?? []) !== []));
    }

    /** The replica of a master. */
    public function replicaOf(RedisServer $master): RedisServer
    {
        foreach ($this->view() as $port => $node) {
            if ($node['master'] === $master->plainPort) {
                return $this->at($port);
            }
        }
        throw new Failure("$master->plainPort has no replica");
    }

    public function slotOf(string $key): int
    {
        return $this->living()->client()->call('CLUSTER', 'KEYSLOT', $key);
    }

    /** The master of a key. */
    public function nodeOf(string $key): RedisServer
    {
        return $this->ownerOf($this->slotOf($key));
    }

    /** The master of a slot. */
    public function ownerOf(int $slot): RedisServer
    {
        foreach ($this->view() as $port => $node) {
            foreach ($node['slots'] as [$first, $last]) {
                if ($slot >= $first && $slot <= $last) {
                    return $this->at($port);
                }
            }
        }
        throw new Failure("no node has the slot $slot");
    }

    /** A name that no test has used, and whose lock this master has. */
    public function name(string $hint, RedisServer $master): string
    {
        do {
            $name = Check::unique($hint);
        } while ($this->nodeOf("lock:$name") !== $master);

        return $name;
    }

    /** @return list<string> the keys of all masters that fit the pattern, sorted */
    public function keys(string $pattern = 'lock:*'): array
    {
        $keys = [];
        foreach ($this->masters() as $master) {
            $keys = [...$keys, ...$master->client()->call('KEYS', $pattern)];
        }
        sort($keys);

        return $keys;
    }

    /** Moves a slot with all its keys, as the tools of a Cluster do. */
    public function moveSlot(int $slot, RedisServer $from, RedisServer $to): void
    {
        $move = $this->beginMove($slot, $from, $to);
        do {
            array_map($move->move(...), $move->keys(false));
        } while (!$move->end());
    }

    /** A move of the key's slot to another master, which has not begun yet. */
    public function moving(string $key): MovingSlot
    {
        $from = $this->nodeOf($key);
        $others = array_filter($this->masters(), static fn (RedisServer $node): bool => $node !== $from);

        return new MovingSlot($this, $this->slotOf($key), $from, reset($others));
    }

    /** Begins to move a slot, and leaves it like that until the test moves keys and ends the move. */
    public function beginMove(int $slot, RedisServer $from, RedisServer $to): MovingSlot
    {
        $move = new MovingSlot($this, $slot, $from, $to);
        $move->begin();

        return $move;
    }

    /**
     * The slot gets this owner. Meanwhile no other process of the suite changes an owner: two changes at once could get the
     * same epoch, and then the nodes may never agree again.
     */
    public function give(int $slot, RedisServer $to, RedisServer $from): void
    {
        $turn = fopen(dirname($this->nodes[0]->socket) . '/owners', 'c');
        flock($turn, LOCK_EX);
        $id = $to->client()->call('CLUSTER', 'MYID');
        // The new owner first: while neither node has the slot, they would send clients back and forth.
        foreach ([$to, $from, ...$this->masters()] as $node) {
            $node->client()->call('CLUSTER', 'SETSLOT', $slot, 'NODE', $id);
        }
        Check::eventually(fn (): bool => $this->disagreement() === '', 30, 'the nodes agree on the owners');
        fclose($turn);
    }

    /** Returns when each replica has all that its master has. */
    public function synchronise(): void
    {
        foreach ($this->masters() as $master) {
            InStep::wait($master, 1);
        }
    }

    /**
     * Runs `redis-cli --cluster`, with which operators move slots, over TLS as the nodes speak to each other.
     *
     * @return array{int, string} its exit code, and its output
     */
    public function tool(string $command, string ...$options): array
    {
        $dir = new TempDir();
        $node = $this->living();
        $way = ['redis-cli', '--no-auth-warning', '--tls', '--cacert', Certificates::suite()->ca];
        $words = ['--cluster', $command, "127.0.0.1:$node->tlsPort", ...$options];
        $process = new Process([...$way, ...$words], $dir->file('output'));
        $code = $process->wait(300) ?? throw new Failure("redis-cli --cluster $command does not end:\n" . $dir->read('output'));

        return [$code, $dir->read('output')];
    }

    /** A planned failover: a master and its replica change places. Returns the new master. */
    public function failOver(RedisServer $master): RedisServer
    {
        InStep::wait($master, 1);
        $this->expectHeir($master);
        $replica = $this->heirs[$master->plainPort];
        // For four of its timeouts a replica takes the votes of its last election for those of this one, and with their old epoch
        // it would be a replica again at once. For two of theirs, masters refuse to vote for two replicas of one master.
        $this->wait(self::ALERT);
        $end = Deadline::in(60);
        while ($replica->client()->call('ROLE')[0] !== 'master') {
            try {
                $replica->client()->call('CLUSTER', 'FAILOVER');
                // It gives up after 5 s if the master or a vote is late.
                Check::eventually(static fn (): bool => $replica->client()->call('ROLE')[0] === 'master', 6, 'a failover');
            } catch (RedisError | Failure $failure) {
                if ($end->passed()) {
                    throw $failure;
                }
                usleep(50_000);
            }
        }

        return $this->promoted($master);
    }

    /** Kills a master (SIGKILL). The others will promote its replica, which has all that the master had. */
    public function kill(RedisServer $master): void
    {
        $this->lose($master);
        $master->kill();
    }

    /** The same, but the master is paused (SIGSTOP). */
    public function pause(RedisServer $master): void
    {
        $this->lose($master);
        $master->pause();
    }

    /** After failOver(), kill() or pause(): returns the new master when all living nodes know it and serve all slots. */
    public function promoted(RedisServer $old): RedisServer
    {
        $new = $this->heirs[$old->plainPort];
        Check::eventually(fn (): bool => $this->agreed() === '' && in_array($new, $this->masters(), true), 60, 'a replica is promoted');
        // On a busy machine the nodes would take the new master for dead too.
        $this->wait(self::CALM);

        return $new;
    }

    /** Starts what is dead, resumes what is paused, ends no move but forgets it. Returns when the Cluster is whole again. */
    public function heal(): void
    {
        foreach ($this->nodes as $node) {
            $node->running() ? $node->resume() : $node->restart();
        }
        // After twice this time the nodes trust a master again which they had taken for dead.
        $this->wait(self::ALERT);
        // With Valkey a replica knows of a move too, and only its master may end it.
        foreach (array_filter($this->nodes, static fn (RedisServer $node): bool => $node->client()->call('ROLE')[0] === 'master') as $node) {
            preg_match_all('/\[(\d+)-[<>]-/', (string) $node->client()->call('CLUSTER', 'NODES'), $open);
            foreach ($open[1] as $slot) {
                $node->client()->call('CLUSTER', 'SETSLOT', $slot, 'STABLE');
            }
        }
        $this->settle();
        $this->wait(self::CALM);
    }

    /** Returns when all nodes agree, serve all slots, know each other, and each master has a replica in step and in its shard. */
    private function settle(): void
    {
        $end = Deadline::in(60);
        while (($missing = $this->agreed() ?: $this->unreplicated() ?: $this->divided()) !== '') {
            if ($end->passed()) {
                throw new Failure("the Cluster is not whole: $missing");
            }
            usleep(20_000);
        }
    }

    /** On what the living nodes do not agree. '': on nothing; they serve all slots. */
    private function agreed(): string
    {
        foreach ($this->nodes as $node) {
            if ($node->answers()) {
                $info = (string) $node->client()->call('CLUSTER', 'INFO');
                if (!str_contains($info, 'cluster_state:ok') || !str_contains($info, 'cluster_slots_ok:' . self::SLOTS)) {
                    return "node $node->plainPort: $info";
                }
            }
        }

        return $this->disagreement();
    }

    /** How the living nodes see the owners of slots, if they see different ones. '': they see the same. */
    private function disagreement(): string
    {
        $views = [];
        foreach ($this->nodes as $node) {
            if ($node->answers()) {
                $views[] = array_filter($this->viewOf($node), static fn (array $seen): bool => $seen['slots'] !== []);
            }
        }

        return count(array_unique($views, SORT_REGULAR)) === 1 ? '' : 'the nodes see different owners: ' . json_encode($views);
    }

    /** A node that takes a master and its replica for different shards, because it would refuse its own file at a restart. */
    private function divided(): string
    {
        if (RedisServer::version() < 7) {
            return '';
        }
        foreach ($this->nodes as $node) {
            $shards = $node->answers() ? count($node->client()->call('CLUSTER', 'SHARDS')) : 3;
            if ($shards !== 3) {
                return "node $node->plainPort sees $shards shards";
            }
        }

        return '';
    }

    /** A node that does not know each master with its replica, or a master whose replica is not in step. '': none. */
    private function unreplicated(): string
    {
        // Each of them may be the only one that a test asks, when others are dead.
        foreach ($this->nodes as $node) {
            $view = $this->viewOf($node);
            $slots = array_filter(array_column($view, 'slots'));
            $followed = array_filter(array_column($view, 'master'));
            if (count($view) !== 6 || count($slots) !== 3 || count(array_unique($followed)) !== 3) {
                return "node $node->plainPort sees " . json_encode($view);
            }
        }
        foreach ($this->masters() as $master) {
            if (!InStep::are($master, 1)) {
                return "node $master->plainPort: " . $master->client()->call('INFO', 'replication');
            }
        }

        return '';
    }

    /** What comes before the loss of a master. */
    private function lose(RedisServer $master): void
    {
        // What a dead master had, nobody can ask it.
        $master->running() && InStep::wait($master, 1);
        $this->expectHeir($master);
        $this->wait(self::ALERT);
    }

    private function expectHeir(RedisServer $master): void
    {
        $this->heirs[$master->plainPort] = $this->replicaOf($master);
    }

    /** How long the nodes wait before they take another one for dead. */
    private function wait(int $milliseconds): void
    {
        foreach ($this->nodes as $node) {
            $node->answers() && $node->client()->call('CONFIG', 'SET', 'cluster-node-timeout', $milliseconds);
        }
    }

    private function living(): RedisServer
    {
        foreach ($this->nodes as $node) {
            if ($node->answers()) {
                return $node;
            }
        }
        throw new Failure('no node answers');
    }

    /** @return array<int, array{master: ?int, epoch: int, slots: list<array{int, int}>}> as viewOf(), of the first node that answers */
    private function view(): array
    {
        return $this->viewOf($this->living());
    }

    /** @return array<int, array{master: ?int, epoch: int, slots: list<array{int, int}>}> what a node knows of each, by plain port */
    private function viewOf(RedisServer $node): array
    {
        $lines = array_map(
            static fn (string $line): array => explode(' ', $line),
            explode("\n", trim((string) $node->client()->call('CLUSTER', 'NODES'))),
        );
        $ports = [];
        foreach ($lines as [$id, $address]) {
            preg_match('/:(\d+)/', $address, $port);
            $ports[$id] = (int) $port[1];
        }
        $view = [];
        foreach ($lines as $line) {
            $view[$ports[$line[0]]] = ['master' => $ports[$line[3]] ?? null, 'epoch' => (int) $line[6], 'slots' => []];
            foreach (preg_grep('/^\d/', array_slice($line, 8)) as $range) {
                [$first, $last] = array_map(intval(...), explode('-', $range)) + [1 => (int) $range];
                $view[$ports[$line[0]]]['slots'][] = [$first, $last];
            }
        }
        ksort($view);

        return $view;
    }

    private function at(int $port): RedisServer
    {
        foreach ($this->nodes as $node) {
            if ($node->plainPort === $port) {
                return $node;
            }
        }
        throw new Failure("no node has the port $port");
    }
}
