<?php
/*
 * A master, its replica, and one address that leads clients to whichever is the master now. Used by the tests of a
 * promoted replica.
 */

declare(strict_types=1);

namespace Tests;

final class Failover
{
    public readonly Gateway $gateway;
    public RedisServer $master;
    public RedisServer $replica;
    /** Whether the replica gets what the master writes. */
    private bool $follows = false;

    public function __construct()
    {
        // Without this the first synchronisation waits 5 s for other replicas.
        $this->master = RedisServer::start(['repl-diskless-sync-delay' => 0]);
        $this->replica = RedisServer::start([
            'repl-diskless-sync-delay' => 0,
            'replicaof' => "127.0.0.1 {$this->master->plainPort}",
        ]);
        $this->gateway = Gateway::to($this->master);
        $this->synchronise();
    }

    /** Returns when the replica has all that the master has. */
    public function synchronise(): void
    {
        InStep::wait($this->master, 1);
        $this->follows = true;
    }

    /** From now on the replica gets no more writes. It keeps its data, which is all that the master has now. */
    public function part(): void
    {
        $this->synchronise();
        $this->follows = false;
        // No server listens on this port.
        $this->replica->client()->call('REPLICAOF', '127.0.0.1', 1);
    }

    /**
     * Kills the master (SIGKILL). The replica has all that the master had, unless it was parted. Until promote() there is no
     * master.
     */
    public function kill(): void
    {
        $this->follows && $this->synchronise();
        $this->master->kill();
        $this->gateway->down();
    }

    /** The replica becomes the master, and the address leads to it. The old master stays as it is. */
    public function promote(): void
    {
        $this->replica->client()->call('REPLICAOF', 'NO', 'ONE');
        $this->gateway->move($this->replica);
        [$this->master, $this->replica] = [$this->replica, $this->master];
        $this->follows = false;
    }

    /**
     * A planned failover that loses nothing: writers pause until the replica has everything, then master and replica
     * change places.
     *
     * @param bool $cut true: the connections to the old master are cut; false: they stay, and meet a replica
     */
    public function changePlaces(bool $cut = true): void
    {
        $old = $this->master->client();
        $old->call('CLIENT', 'PAUSE', 10_000, 'WRITE');
        $new = $this->replica->client();
        Check::eventually(static fn (): bool => self::offset($old) === self::offset($new), 9, 'the replica has caught up');
        $new->call('REPLICAOF', 'NO', 'ONE');
        $cut ? $this->gateway->move($this->replica) : $this->gateway->moveNewOnes($this->replica);
        $old->call('REPLICAOF', '127.0.0.1', $this->replica->plainPort);
        $old->call('CLIENT', 'UNPAUSE');
        [$this->master, $this->replica] = [$this->replica, $this->master];
    }

    private static function offset(RedisClient $redis): int
    {
        preg_match('/^master_repl_offset:(\d+)/m', $redis->call('INFO', 'replication'), $found);

        return (int) $found[1];
    }
}
