<?php

declare(strict_types=1);

/**
 * How many commands a process sends for a lock() that has to wait, and its unlock(). In rounds of their own: MONITOR
 * takes the server's time.
 *
 * @param list<string> $contestants
 */
function measure_sent_commands(LiningUp $liningUp, Redis $watch, int $port, array $contestants, Verdicts $verdicts): void
{
    echo "\nCommands sent for one lock() and its unlock(): in the mean (the most by one process)\n";
    printf("  %-30s %-20s", '', 'held by the first for');
    array_map(static fn (int $waiters) => printf('  %13s', "$waiters waiters"), WAITERS);
    echo "\n";
    foreach ($contestants as $contestant) {
        // Without a long wait, a peer that polls sends as much as our own pauses between arrivals make it send.
        $holds = $contestant === 'mutex' ? [0 => 'no longer than needed', 800 => '0.8 s'] : [800 => '0.8 s'];
        foreach ($holds as $hold => $label) {
            printf("  %-30s %-20s", $hold === array_key_first($holds) ? WAITING_CONTESTANTS[$contestant] : '', $label);
            $means = [];
            foreach (WAITERS as $waiters) {
                [$means[$waiters], $most] = sent_commands($liningUp, $watch, $port, $contestant, $waiters, $hold / 1e3);
                printf('  %13s', sprintf('%.1f (%d)', $means[$waiters], $most));
            }
            echo "\n";
            if ($contestant === 'mutex') {
                // The first in line looks every `sleep`, 100 ms, for holders that do not hand over: of two waiters
                // that is half of all, of more it is one of many.
                $judged = $hold === 0 ? $means : array_diff_key($means, [WAITERS[0] => 0]);
                $verdicts->atMost(8, max($judged), "commands for lock and unlock, held for $label");
                $verdicts->atMost(1.25, max($means) / $means[WAITERS[0]], "× the commands of two waiters, held for $label");
            }
        }
    }
}

/** @return array{float, int} the mean of all waiters, and the most that one of them sent */
function sent_commands(LiningUp $liningUp, Redis $watch, int $port, string $contestant, int $waiters, float $hold): array
{
    $liningUp->sleepsInRedis($contestant); // asks only once, and not while we count
    $sent = new SentCommands($watch, $port);
    $liningUp->run($contestant, $waiters, $hold);
    $byClient = $sent->byClient();
    $sent->stop();
    unset($byClient[array_key_first($byClient)]); // the holder, who did not have to wait
    if (count($byClient) !== $waiters) {
        throw new RuntimeException(count($byClient) . " clients sent commands for $waiters waiters.");
    }

    return [array_sum($byClient) / $waiters, max($byClient)];
}
