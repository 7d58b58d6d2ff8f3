<?php
/*
 * A server, a Cluster and sentinels that lie at random, each in front of a Redis that tells the truth: so a lie meets a call
 * at each depth. One seed and one number make one world. Used by the tests of servers that lie.
 */

declare(strict_types=1);

namespace Tests;

final class LyingWorld
{
    public const SECRET = 'hunter2-S3CR3T-0xdeadbeef';
    /** What the whole configuration gives each command. */
    public const COMMAND_TIMEOUT = 0.15;

    private const KINDS = ['one' => 4, 'sentinel' => 4, 'cluster' => 6, 'noise' => 1, 'plain text where TLS is due' => 1, 'TLS where none is due' => 1];
    /** The commands about which a server, a node and a sentinel lie, and how often each is chosen. */
    private const OF_SERVERS = ['*' => 3, 'SET' => 8, 'EVAL*' => 8, 'GET' => 2, 'EXISTS' => 1, 'HELLO' => 1, 'AUTH' => 1, 'CLIENT*' => 2, 'SCAN' => 1, 'PTTL' => 1];
    private const OF_NODES = ['ASKING' => 3, 'CLUSTER' => 5] + self::OF_SERVERS;
    private const OF_SENTINELS = ['*' => 1, 'SENTINEL' => 6, 'AUTH' => 1];
    /** The lies that suit a command. */
    private const SUITS = ['CLUSTER' => ['map'], 'SENTINEL' => ['master', 'shape'], 'AUTH' => ['error'], 'HELLO' => ['shape'], 'CLIENT*' => ['shape', 'length']];
    private const ACTIONS = [
        'answer' => 60, 'garbage' => 12, 'extra' => 8, 'halfReply' => 6, 'cutBefore' => 5, 'cutAfter' => 5, 'reset' => 3, 'delayReply' => 4, 'drip' => 2, 'stall' => 2,
        'swallow' => 2, 'refuse' => 2,
    ];

    /** @var list<Proxy> in front of $one */
    private array $ones = [];
    /** @var list<Proxy> in front of $node */
    private array $nodes = [];
    private readonly BlindProxy $blind;
    private readonly Proxy $plain;

    private function __construct(private readonly RedisServer $one, private readonly RedisServer $node)
    {
        for ($i = 0; $i < 3; $i++) {
            $this->ones[] = Proxy::to($one);
            $this->nodes[] = Proxy::to($node);
        }
        $this->blind = BlindProxy::to($one);
        $this->plain = Proxy::to($one);
    }

    public static function begin(): self
    {
        $node = RedisServer::start(['requirepass' => self::SECRET, 'cluster-enabled' => 'yes']);
        $node->client()->call('CLUSTER', 'ADDSLOTS', ...range(0, 16_383));
        Check::eventually(static fn (): bool => str_contains($node->client()->call('CLUSTER', 'INFO'), 'cluster_state:ok'), 30, 'the node serves all slots');

        return new self(RedisServer::start(['requirepass' => self::SECRET]), $node);
    }

    /**
     * Makes the next world: first all of its servers tell the truth, and lie() ends that.
     *
     * @return array{kind: string, config: array<string, mixed>, truth: RedisServer} how to get there, and who knows what is so
     */
    public function turn(FuzzRandom $random): array
    {
        $kind = $random->weighted(self::KINDS);
        foreach ([...$this->ones, ...$this->nodes] as $proxy) {
            $proxy->clear();
            // Otherwise the connections of the last world bring its trouble along.
            $random->below(2) === 0 && $proxy->drop();
        }
        $this->blind->clear();
        $this->blind->drop();
        $this->tellTheTruth();
        $common = ['password' => self::SECRET, 'command_timeout' => self::COMMAND_TIMEOUT, 'retry_for' => 0];
        $ports = static fn (array $proxies): array => array_map(static fn (Proxy $proxy): string => "127.0.0.1:$proxy->port", $proxies);
        $more = match ($kind) {
            'one' => $this->ones[0]->config(),
            'sentinel' => ['sentinel' => ['service' => 'mymaster', 'nodes' => array_slice($ports($this->ones), 1), 'password' => self::SECRET]] + Pass::access(),
            'cluster' => ['cluster' => $ports($this->nodes)] + Pass::access(),
            'noise' => $this->blind->tlsConfig(),
            'plain text where TLS is due' => ['port' => $this->one->plainPort] + $this->blind->tlsConfig(),
            'TLS where none is due' => ['port' => $this->one->tlsPort],
        };

        return ['kind' => $kind, 'config' => $common + $more, 'truth' => $kind === 'cluster' ? $this->node : $this->one];
    }

    /** From now on the servers of this world lie. Returns how, for a person. */
    public function lie(FuzzRandom $random, string $kind): string
    {
        if ($kind === 'noise') {
            $lies = new Lies($random, [$this->blind->port], self::SECRET);
            $rule = ['from' => 'server', 'after' => $random->one([0, 0, 1, 5, 100, 130, 1_000, 3_000]), 'do' => $random->one(['say', 'say', 'cut', 'reset', 'stall'])];
            $this->blind->drop();
            $this->blind->rule($rule['do'] === 'say' ? $rule + ['bytes' => $lies->noise()] : $rule);

            return self::shown($rule);
        }
        $proxies = match ($kind) {
            'one' => [$this->ones[0]],
            'sentinel' => $this->ones,
            'cluster' => $this->nodes,
            default => [],
        };
        $story = [];
        $lies = new Lies($random, array_column($proxies, 'port'), self::SECRET);
        foreach ($proxies as $at => $proxy) {
            $proxy->clear();
            for ($left = $random->below(4) + (count($proxies) === 1 ? 1 : 0); $left > 0; $left--) {
                $commands = match ($kind) {
                    'cluster' => self::OF_NODES,
                    'sentinel' => $at > 0 ? self::OF_SENTINELS : self::OF_SERVERS,
                    default => self::OF_SERVERS,
                };
                $rule = $this->rule($random, $lies, $commands);
                $proxy->rule($rule);
                $story[] = "$at: " . self::shown($rule);
            }
        }
        $this->tellTheTruth();

        return implode("\n", $story);
    }

    /** Behind the lies stands what each of them would say by itself. */
    private function tellTheTruth(): void
    {
        $ranges = array_map(null, [[0, 5_000], [5_001, 11_000], [11_001, 16_383]], $this->nodes);
        $map = '*3' . "\r\n";
        foreach ($ranges as [[$first, $last], $proxy]) {
            $map .= "*3\r\n:$first\r\n:$last\r\n*3\r\n\$9\r\n127.0.0.1\r\n:$proxy->port\r\n\$2\r\nid\r\n";
        }
        foreach ($this->nodes as $proxy) {
            $proxy->rule(['command' => 'CLUSTER', 'do' => 'answer', 'bytes' => $map]);
        }
        foreach ($this->ones as $proxy) {
            $proxy->rule(['command' => 'SENTINEL', 'do' => 'answer', 'bytes' => Resp::pack(['127.0.0.1', $this->ones[0]->port])]);
        }
    }

    /**
     * @param array<string, int> $commands
     * @return array<string, int|string|bool> as ProxyRules has them
     */
    private function rule(FuzzRandom $random, Lies $lies, array $commands): array
    {
        $command = $random->weighted($commands);
        $suits = $random->one(self::SUITS[$command] ?? ['redirect', 'nearly', 'nearly', 'shape', 'error', 'length']);
        $do = $random->weighted(self::ACTIONS);
        $rule = match ($do) {
            'answer', 'garbage' => ['bytes' => $lies->reply($suits)],
            // Later it could stand in the place of an answer that is due then, and nobody could tell.
            'extra' => ['bytes' => $lies->reply($suits)] + ($random->below(2) === 0 ? ['ms' => $random->below(100)] : []),
            'halfReply' => ['bytes' => $random->one([0, 1, 2, 3, 5, 20]), 'then' => $random->one(['cut', 'stall'])],
            'delayReply' => ['ms' => $random->one([1, 100, 200])],
            'drip' => ['ms' => $random->one([1, 40])],
            default => [],
        };
        $when = $random->one([[], [], ['times' => 1], ['times' => 2], ['nth' => 2], ['every' => 2]]);

        return ['do' => $do] + $rule + $when + ($do === 'refuse' ? [] : ['command' => $command]);
    }

    /** @param array<string, int|string|bool> $rule */
    private static function shown(array $rule): string
    {
        $bytes = (string) ($rule['bytes'] ?? '');
        $rule = isset($rule['bytes']) && is_string($rule['bytes']) ? ['bytes' => addcslashes(substr($bytes, 0, 200), "\0..\37!@\177..\377")] + $rule : $rule;

        return (string) json_encode($rule, JSON_UNESCAPED_SLASHES);
    }
}
