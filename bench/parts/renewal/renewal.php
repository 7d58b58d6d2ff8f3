<?php

declare(strict_types=1);

require_once __DIR__ . '/../memory/flat-memory.php';

/** The cost of renewal: when a lock is taken and released, and while it is held. */
function measure_renewal(Run $run): void
{
    // On one processor the round trips are shortest, so every additional cost of a pair shows.
    $server = new PrivateRedis($run->asClient([]));
    $watch = $server->connect();
    compare_renewed_pairs($run, $run->asClient($run->contestants->renewal("unix://$server->socket")));
    compare_renewed_commands($run, $watch, $server);

    $lock = new RedisMutexLock(['port' => $server->port, 'lease' => RENEWED_LEASE]);
    $lock->lock('renewed meanwhile', 0, null);
    usleep((int) (1.2e6 * RENEWED_LEASE / 3)); // now the thread has its connection
    judge_memory($run, 'renewal.memory', $lock, null, $run->count(10_000, 100));
    $lock->unlock('renewed meanwhile') || throw new RuntimeException('A lease was lost.');
    measure_renewed_locks($run, $watch, $server);
    $server->stop();
}
