<?php

declare(strict_types=1);

/** The cost of renewal: when a lock is taken and released, and while it is held. */
function measure_renewal(Contestants $contestants, int $rounds, Verdicts $verdicts): void
{
    $cpu = (string) two_cpus()[0];
    $pin = ['taskset', '-c', $cpu];
    $server = new PrivateRedis($pin);
    $watch = $server->connect();

    // Round trips are shortest here, so every additional cost of a pair shows.
    echo "\nPairs with renewal and without, Unix socket, one core (client and Redis on cpu $cpu)\n";
    compare_renewed_pairs([...$pin, ...$contestants->renewal("unix://$server->socket")], $rounds, $verdicts);
    compare_renewed_commands($watch, $server, $verdicts);

    $lock = new RedisMutexLock(['port' => $server->port, 'lease' => 0.3]);
    $lock->lock('renewed meanwhile', 0, null);
    usleep(300_000); // now the thread has its connection
    judge_memory($lock, null, 10_000, 'pairs with renewal', $verdicts);
    $lock->unlock('renewed meanwhile') || throw new RuntimeException('A lease was lost.');
    measure_renewed_locks($watch, $server, $verdicts);
    $server->stop();
}
