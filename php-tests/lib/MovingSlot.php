<?php
/*
 * A slot that moves from one master of a Redis Cluster to another, and stands still in the middle of its way for as long
 * as a test likes. Used by ClusterSet and by php-tests/scripts.
 */

declare(strict_types=1);

namespace Tests;

final class MovingSlot
{
    public readonly RedisClient $source;
    public readonly RedisClient $target;

    public function __construct(
        private readonly ClusterSet $set,
        private readonly int $slot,
        private readonly RedisServer $from,
        private readonly RedisServer $to,
    ) {
        [$this->source, $this->target] = [$from->client(), $to->client()];
    }

    /** The slot begins to move. All its keys are still at the source. New keys can be made at the target only. */
    public function begin(): void
    {
        $this->target->call('CLUSTER', 'SETSLOT', $this->slot, 'IMPORTING', $this->source->call('CLUSTER', 'MYID'));
        $this->source->call('CLUSTER', 'SETSLOT', $this->slot, 'MIGRATING', $this->target->call('CLUSTER', 'MYID'));
    }

    /** Moves a key to the target, as the tools of a Cluster do. A key that is at both nodes is an error: BUSYKEY. */
    public function move(string $key): void
    {
        // Between nodes with tls-cluster the keys go over TLS.
        $this->source->call('MIGRATE', '127.0.0.1', $this->to->tlsPort, $key, 0, 5000);
    }

    /**
     * The target forgets the move, as a failover of it does with Redis up to 8.0: the slot stays half moved. Keys that have
     * moved are out of reach now, and no key can be made.
     */
    public function forget(): void
    {
        $this->target->call('CLUSTER', 'SETSLOT', $this->slot, 'STABLE');
    }

    /** The slot is the target's from now on. False: the source still has keys of it, and nothing changes. */
    public function end(): bool
    {
        if ($this->keys(false) !== []) {
            return false;
        }
        $this->set->give($this->slot, $this->to, $this->from);

        return true;
    }

    /** Ends the move: the slot stays at the source. Deletes its keys that have $part; other tests may have keys in it too. */
    public function reset(string $part = ''): void
    {
        // A target that has forgotten the move refuses what is said about its keys.
        $this->target->call('CLUSTER', 'SETSLOT', $this->slot, 'IMPORTING', $this->source->call('CLUSTER', 'MYID'));
        foreach ([true, false] as $atTarget) {
            foreach ($this->keys($atTarget) as $key) {
                str_contains($key, $part) && $this->at($atTarget, 'DEL', $key);
            }
        }
        // While the source migrates the slot, it refuses with ASK the keys that it does not have: it takes another test's
        // keys back only after this.
        $this->source->call('CLUSTER', 'SETSLOT', $this->slot, 'STABLE');
        foreach ($this->keys(true) as $key) {
            $this->target->call('MIGRATE', '127.0.0.1', $this->from->tlsPort, $key, 0, 5000);
        }
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
}
