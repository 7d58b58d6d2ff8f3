<?php
/*
 * Replicas are in step when they have all that their master has. No state of Redis tells that: a master calls a replica
 * online, and the replica calls its link up, when the first copy is there. The writes after that copy are sent when the
 * replica has acknowledged it, which may be a second later. So a write is made, and its acknowledgements are counted.
 * Used by SentinelSet, ClusterSet, Replication, Failover and HammerCluster.
 */

declare(strict_types=1);

namespace Tests;

final class InStep
{
    /** A write that leaves nothing behind. */
    private const WRITE = "redis.call('SET', KEYS[1], '') return redis.call('DEL', KEYS[1])";

    /** Returns when so many replicas have all that the master has now. */
    public static function wait(RedisServer $master, int $replicas): void
    {
        $end = Deadline::in(60);
        while (!self::are($master, $replicas)) {
            if ($end->passed()) {
                $replication = (string) $master->client()->call('INFO', 'replication');
                throw new Failure("$replicas replicas do not have what their master has:\n$replication\n{$master->log()}");
            }
            usleep(2_000);
        }
    }

    /** The same, but it waits for a second at most, and false says that they do not have it yet. */
    public static function are(RedisServer $master, int $replicas): bool
    {
        $client = $master->client();

        // WAIT counts only writes of its own connection.
        return self::write($client) && $client->call('WAIT', $replicas, 1_000) >= $replicas;
    }

    /** False: it is no master. */
    private static function write(RedisClient $client): bool
    {
        for ($number = 0; ; $number++) {
            try {
                return $client->call('EVAL', self::WRITE, 1, "written-$number") === 1;
            } catch (RedisError $error) {
                // A node of a Cluster takes the keys of its own slots only. About each third key is its own.
                if ($number === 200 || preg_match('/^(MOVED|ASK) /', $error->getMessage()) !== 1) {
                    return false;
                }
            }
        }
    }
}
