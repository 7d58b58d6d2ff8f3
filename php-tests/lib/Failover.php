<?php
/*
 * A master, its replica, and the one address under which clients know whichever of the two is the master. Used by
 * the tests of a promoted replica.
 */

declare(strict_types=1);

namespace Tests;

final class Failover
{
    public readonly Gateway $gateway;
    public RedisServer $master;
    public RedisServer $replica;

    public function __construct()
    {
        // Else the first synchronisation waits 5 s for other replicas.
        $this->master = RedisServer::start(['repl-diskless-sync-delay' => 0]);
        $this->replica = RedisServer::start([
            'repl-diskless-sync-delay' => 0,
            'replicaof' => "127.0.0.1 {$this->master->port}",
        ]);
        $this->gateway = Gateway::to($this->master);
        $this->synchronise();
    }

    /** Returns when the replica has all that the master has. */
    public function synchronise(): void
    {
        $master = $this->master->client();
        Check::eventually(static function () use ($master): bool {
            // WAIT speaks of what its own connection has written.
            $master->call('SET', 'written', hrtime(true));

            return $master->call('WAIT', 1, 1_000) === 1;
        }, 20, 'the replica has everything');
    }

    /** From now on the replica gets nothing; it keeps what it has. */
    public function part(): void
    {
        // Nobody listens there.
        $this->replica->client()->call('REPLICAOF', '127.0.0.1', 1);
    }

    /** SIGKILL of the master; until promote() there is nobody. */
    public function kill(): void
    {
        $this->master->kill();
        $this->gateway->down();
    }

    /** The replica becomes the master, and the address leads to it. The old master is left as it is. */
    public function promote(): void
    {
        $this->replica->client()->call('REPLICAOF', 'NO', 'ONE');
        $this->gateway->move($this->replica);
        [$this->master, $this->replica] = [$this->replica, $this->master];
    }

    /**
     * As an operator does it who wants to lose nothing: writers pause until the replica has everything, then the two
     * change places.
     *
     * @param bool $cut whether the connections to the old master are cut, or stay and meet a replica
     */
    public function changePlaces(bool $cut = true): void
    {
        $old = $this->master->client();
        $old->call('CLIENT', 'PAUSE', 10_000, 'WRITE');
        $new = $this->replica->client();
        Check::eventually(static fn (): bool => self::offset($old) === self::offset($new), 9, 'the replica has caught up');
        $new->call('REPLICAOF', 'NO', 'ONE');
        $cut ? $this->gateway->move($this->replica) : $this->gateway->moveNewOnes($this->replica);
        $old->call('REPLICAOF', '127.0.0.1', $this->replica->port);
        $old->call('CLIENT', 'UNPAUSE');
        [$this->master, $this->replica] = [$this->replica, $this->master];
    }

    private static function offset(RedisClient $redis): int
    {
        preg_match('/^master_repl_offset:(\d+)/m', $redis->call('INFO', 'replication'), $found);

        return (int) $found[1];
    }
}
