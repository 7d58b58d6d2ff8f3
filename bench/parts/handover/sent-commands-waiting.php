<?php

declare(strict_types=1);

/**
 * How many commands a process sends for a lock() that waits, and for its unlock(). This has rounds of its own, because
 * MONITOR slows the server down.
 *
 * @param list<int> $sizes
 */
function measure_sent_commands(Run $run, Queues $queues, array $sizes): void
{
    foreach (WAITERS as $waiters) {
        $name = "handover.commands.$waiters";
        $mean = in_array($waiters, $sizes, true) ? sent_commands($queues, $waiters) : null;
        $run->results->set($name, $mean === null ? null : round($mean, 1), Figure::COUNT);
        $run->targets->atMost(8, $name, 'commands for a lock that waits and its unlock');
    }
}

/** Returns the mean of all waiters. */
function sent_commands(Queues $queues, int $waiters): float
{
    $queues->sleepsInRedis('mutex'); // asks the server only once, and not during the count
    $sent = new SentCommands($queues->watch, $queues->server->plainPort);
    $queues->run('mutex', $waiters);
    $byClient = $sent->byClient();
    $sent->stop();
    unset($byClient[array_key_first($byClient)]); // the holder did not wait
    if (count($byClient) !== $waiters) {
        throw new RuntimeException(count($byClient) . " clients sent commands for $waiters waiters.");
    }

    return array_sum($byClient) / $waiters;
}
