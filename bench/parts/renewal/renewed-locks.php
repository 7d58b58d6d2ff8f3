<?php

declare(strict_types=1);

const RENEWED_LOCKS = 100;
// Long enough that no lease is lost on a busy machine.
const RENEWED_LEASE = 6;

/** The commands and threads of a process that only keeps 100 renewed locks. */
function measure_renewed_locks(Run $run, Redis $watch, PrivateRedis $server): void
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
    $sleep($run->count(5, 2));
    $byClient = $sent->byClient();
    $perSecond = array_sum($byClient) / ((hrtime(true) - $began) / 1e9);
    $sent->stop();
    $threads = count(glob('/proc/self/task/*')) - 1;
    if (count($lock->held()) < RENEWED_LOCKS) {
        throw new RuntimeException('A lease was lost.');
    }

    $run->results->set('renewal.locks', RENEWED_LOCKS, Figure::COUNT);
    $run->results->set('renewal.lease', RENEWED_LEASE, Figure::TIME);
    $run->results->set('renewal.commands', round($perSecond, 1), Figure::COUNT);
    $run->results->set('renewal.connections', count($byClient), Figure::COUNT);
    $run->results->set('renewal.threads', $threads, Figure::COUNT);
    // The look begins and ends between two renewals, but not to the millisecond.
    $run->targets->atMost(1.1 * RENEWED_LOCKS / $interval, 'renewal.commands', 'commands a second for all renewed locks');
    $run->targets->atMost(1, 'renewal.connections', 'connections for all renewed locks');
    $run->targets->atMost(1, 'renewal.threads', 'threads for all renewed locks');
}
