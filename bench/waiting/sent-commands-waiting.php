<?php

declare(strict_types=1);

/**
 * How many commands a process sends for a lock() that waits, and for its unlock(). This has rounds of its own, because
 * MONITOR slows the server down.
 *
 * @param list<string> $contestants
 */
function measure_sent_commands(Arrivals $arrivals, Redis $watch, int $port, array $contestants, Verdicts $verdicts): void
{
    echo "\nCommands sent for one lock() and its unlock(): in the mean (the most by one process)\n";
    printf("  %-30s %-20s", '', 'held by the first for');
    array_map(static fn (int $waiters) => printf('  %13s', "$waiters waiters"), WAITERS);
    echo "\n";
    foreach ($contestants as $contestant) {
        // Without a long wait, the pauses between the arrivals decide how much a polling contestant sends.
        $holds = $contestant === 'mutex' ? [0 => 'no longer than needed', 800 => '0.8 s'] : [800 => '0.8 s'];
        foreach ($holds as $hold => $label) {
            printf("  %-30s %-20s", $hold === array_key_first($holds) ? WAITING_CONTESTANTS[$contestant] : '', $label);
            $means = [];
            foreach (WAITERS as $waiters) {
                [$means[$waiters], $most] = sent_commands($arrivals, $watch, $port, $contestant, $waiters, $hold / 1e3);
                printf('  %13s', sprintf('%.1f (%d)', $means[$waiters], $most));
            }
            echo "\n";
            if ($contestant === 'mutex') {
                // The first in the queue looks every `sleep`, 100 ms, for holders that do not hand over. Of two waiters
                // that is half of all, of more waiters it is one of many.
                $judged = $hold === 0 ? $means : array_diff_key($means, [WAITERS[0] => 0]);
                $verdicts->atMost(8, max($judged), "commands for lock and unlock, held for $label");
                $verdicts->atMost(1.25, max($means) / $means[WAITERS[0]], "× the commands of two waiters, held for $label");
            }
        }
    }
}

/** @return array{float, int} the mean of all waiters, and the most that one waiter sent */
function sent_commands(Arrivals $arrivals, Redis $watch, int $port, string $contestant, int $waiters, float $hold): array
{
    $arrivals->sleepsInRedis($contestant); // asks the server only once, and not during the count
    $sent = new SentCommands($watch, $port);
    $arrivals->run($contestant, $waiters, $hold);
    $byClient = $sent->byClient();
    $sent->stop();
    unset($byClient[array_key_first($byClient)]); // the holder did not wait
    if (count($byClient) !== $waiters) {
        throw new RuntimeException(count($byClient) . " clients sent commands for $waiters waiters.");
    }

    return [array_sum($byClient) / $waiters, max($byClient)];
}
