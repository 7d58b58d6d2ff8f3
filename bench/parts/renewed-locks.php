<?php

declare(strict_types=1);

const RENEWED_LOCKS = 100;
const RENEWED_LEASE = 1.5;

/** The commands and threads of a process that only keeps 100 renewed locks. */
function measure_renewed_locks(Redis $watch, PrivateRedis $server, Verdicts $verdicts): void
{
    $lock = new RedisMutexLock(['port' => $server->port, 'lease' => RENEWED_LEASE]);
    for ($i = 0; $i < RENEWED_LOCKS; $i++) {
        $lock->lock("bench-$i", 0, null) || throw new RuntimeException('The lock was not free.');
    }
    $interval = RENEWED_LEASE / 3;
    $sleep = static fn (float $intervals) => usleep((int) ($intervals * $interval * 1e6));

    // All renewals are due together. The measurement begins and ends in the middle between two of them, after the first one,
    // which connects.
    $sleep(1.5);
    $sent = new SentCommands($watch, $server->port);
    $began = hrtime(true);
    $sleep(10);
    $byClient = $sent->byClient();
    $perSecond = array_sum($byClient) / ((hrtime(true) - $began) / 1e9);
    $sent->stop();
    $threads = count(glob('/proc/self/task/*')) - 1;
    if (count($lock->held()) < RENEWED_LOCKS) {
        throw new RuntimeException('A lease was lost.');
    }

    $what = sprintf('%d renewed locks, leases of %g s', RENEWED_LOCKS, RENEWED_LEASE);
    printf("\n%s: %.1f commands a second, connections: %d, threads: %d\n", $what, $perSecond, count($byClient), $threads);
    $verdicts->atMost(RENEWED_LOCKS / $interval, $perSecond, "commands a second for $what");
    $verdicts->atMost(1, count($byClient), "connections for $what");
    $verdicts->atMost(1, $threads, "threads for $what");
}
