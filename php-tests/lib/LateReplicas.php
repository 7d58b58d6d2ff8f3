<?php
/*
 * A process that keeps the replicas of a master away from it until somebody waits for them with WAIT. A test breaks
 * something meanwhile, and sees whether the replicas had everything before. Used by the tests of SentinelSet, ClusterSet
 * and Failover.
 */

declare(strict_types=1);

namespace Tests;

final class LateReplicas
{
    private readonly Worker $worker;

    /** The replicas get nothing of what the master writes after this. */
    public function __construct(RedisServer $master)
    {
        $this->worker = Worker::run(<<<'PHP'
            [, $autoload, $address] = $argv;
            require $autoload;
            $master = new Tests\RedisClient($address);
            // A replica that may not PSYNC tries the old SYNC at once. With that it would acknowledge nothing for ever after.
            $master->call('ACL', 'SETUSER', 'default', '-psync', '-sync');
            $master->call('CLIENT', 'KILL', 'TYPE', 'replica');
            say('late');
            Tests\Check::eventually(
                static fn (): bool => in_array('wait', array_column($master->clients(), 'cmd'), true),
                60,
                'somebody waits for the replicas',
            );
            $master->call('ACL', 'SETUSER', 'default', '+psync');
            PHP, [__DIR__ . '/autoload.php', $master->address()], extension: false);
        $this->worker->expect('late', 30);
    }

    /** Fails unless somebody has waited for the replicas. */
    public function end(): void
    {
        $this->worker->finish(30);
    }
}
