<?php
/*
 * Two nodes of a Redis Cluster, and one slot that moves from the first node to the second, and stands still in the middle
 * of its way for as long as a test likes. Used by php-tests/scripts.
 */

declare(strict_types=1);

namespace Tests;

final class MovingSlot
{
    public readonly RedisClient $source;
    public readonly RedisClient $target;
    private readonly RedisServer $from;
    private readonly RedisServer $to;
    private readonly int $slot;

    /** @param string $tag the text between the braces of all keys of the slot */
    public function __construct(private readonly string $tag)
    {
        [$this->from, $this->to] = [self::start(), self::start()];
        [$this->source, $this->target] = [$this->from->client(), $this->to->client()];
        foreach (array_chunk(range(0, 16383), 1024) as $slots) {
            $this->source->call('CLUSTER', 'ADDSLOTS', ...$slots);
        }
        $this->target->call('CLUSTER', 'MEET', '127.0.0.1', $this->from->port);
        foreach ([$this->source, $this->target] as $node) {
            // A new node serves slots 2 s after its start.
            Check::eventually(static function () use ($node): bool {
                $info = (string) $node->call('CLUSTER', 'INFO');

                return str_contains($info, 'cluster_state:ok') && str_contains($info, 'cluster_known_nodes:2');
            }, 20, 'two nodes are a Cluster');
        }
        $this->slot = $this->source->call('CLUSTER', 'KEYSLOT', "{{$tag}}");
    }

    /** A name that no test has used. Its key is in the slot, and so are the keys that belong to it. */
    public function key(string $hint): string
    {
        return "{{$this->tag}}" . Check::unique($hint);
    }

    /** The slot begins to move. All its keys are still at the source. New keys can be made at the target only. */
    public function begin(): void
    {
        $this->target->call('CLUSTER', 'SETSLOT', $this->slot, 'IMPORTING', $this->source->call('CLUSTER', 'MYID'));
        $this->source->call('CLUSTER', 'SETSLOT', $this->slot, 'MIGRATING', $this->target->call('CLUSTER', 'MYID'));
    }

    /** Moves a key to the target, as the tools of a Cluster do. */
    public function move(string $key): void
    {
        $this->source->call('MIGRATE', '127.0.0.1', $this->to->port, $key, 0, 5000);
    }

    /** Deletes all keys of the slot, and ends the move: the slot stays at the source. */
    public function reset(): void
    {
        foreach ([true, false] as $atTarget) {
            foreach ($this->keys($atTarget) as $key) {
                $this->at($atTarget, 'DEL', $key);
            }
        }
        $this->source->call('CLUSTER', 'SETSLOT', $this->slot, 'STABLE');
        $this->target->call('CLUSTER', 'SETSLOT', $this->slot, 'STABLE');
    }

    /** @return list<string> the keys of the slot that one of the nodes has */
    public function keys(bool $atTarget): array
    {
        return ($atTarget ? $this->target : $this->source)->call('CLUSTER', 'GETKEYSINSLOT', $this->slot, 1000);
    }

    /** The node that is asked, ready for the next command: the target with ASKING. */
    public function node(bool $atTarget): RedisClient
    {
        $atTarget && $this->target->call('ASKING');

        return $atTarget ? $this->target : $this->source;
    }

    /** Asks one of the nodes. */
    public function at(bool $atTarget, string|int ...$words): mixed
    {
        return $this->node($atTarget)->call(...$words);
    }

    private static function start(): RedisServer
    {
        return RedisServer::start(['cluster-enabled' => 'yes', 'cluster-config-file' => 'nodes.conf']);
    }
}
