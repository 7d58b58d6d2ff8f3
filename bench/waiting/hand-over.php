<?php

declare(strict_types=1);

/** The figures of one contestant with one number of waiters. */
final class HandOver
{
    /** @var list<float> milliseconds, of all rounds */
    public array $took = [];
    /** @var list<float> one for each round: the median divided by the PING of that round */
    public array $toPing = [];
    /** @var list<float> the same, divided by a PING after a section's pause: as in a hand-over, all processes sleep before it */
    public array $toPausedPing = [];
    /** @var list<float> one for each queue */
    public array $longestToIdeal = [];
    public int $outOfPlace = 0;

    /** @param non-empty-list<ArrivalOrder> $orders of one round */
    public function add(array $orders, float $ping, float $pausedPing): void
    {
        $took = array_merge(...array_map(static fn (ArrivalOrder $order) => $order->handOvers(), $orders));
        $this->toPing[] = median($took) / $ping;
        $this->toPausedPing[] = median($took) / $pausedPing;
        array_push($this->took, ...$took);
        foreach ($orders as $order) {
            $this->longestToIdeal[] = $order->longestToIdeal();
            $this->outOfPlace += $order->outOfPlace();
        }
    }
}

/**
 * @param list<string> $contestants
 * @return array<string, array<int, HandOver>> contestant => number of waiters => what was measured
 */
function measure_hand_over(Contention $contention, Arrivals $arrivals, array $contestants, float $seconds, int $rounds): array
{
    $results = $pings = $pausedPings = [];
    for ($round = 0; $round < $rounds; $round++) {
        $contention->tell(0, 'ping');
        [$ping, $pausedPing] = array_map(static fn (string $took) => $took / 1e6, explode(' ', $contention->hear(0)));
        $pings[] = $ping;
        $pausedPings[] = $pausedPing;
        $turn = $round % count($contestants);
        foreach ([...array_slice($contestants, $turn), ...array_slice($contestants, 0, $turn)] as $contestant) {
            // Contestants without a hand-over take a hundred times as long: for them every second round is enough.
            if ($round % 2 && !$arrivals->sleepsInRedis($contestant)) {
                continue;
            }
            foreach (WAITERS as $waiters) {
                $orders = [];
                $end = microtime(true) + 0.3 * $seconds;
                do {
                    $orders[] = $arrivals->run($contestant, $waiters);
                } while (microtime(true) < $end);
                $results[$contestant][$waiters] ??= new HandOver();
                $results[$contestant][$waiters]->add($orders, $ping, $pausedPing);
            }
        }
    }
    printf("  a PING and its answer: %.3f ms; %.3f ms at rest (1 ms after the last one)\n", median($pings), median($pausedPings));

    // In the given order, whichever contestant began.
    return array_replace(array_fill_keys($contestants, []), $results);
}

/** @param array<string, array<int, HandOver>> $results */
function print_hand_over(array $results, Arrivals $arrivals): void
{
    printf("\nFrom one's unlock() to the return of the next one's lock(), with sections of 1 ms\n");
    printf("  %-30s %7s  %9s  %9s  %6s  %7s  %14s  %16s  %s\n", '', 'waiters', 'p50 ms', 'p99 ms', 'of', '/ PING', '/ PING at rest', 'longest / ideal', 'misplaced');
    foreach ($results as $contestant => $byWaiters) {
        foreach ($byWaiters as $waiters => $handOver) {
            printf(
                "  %-30s %7d  %9.3f  %9.3f  %6d  %7.1f  %14.1f  %6.2f (<=%6.2f)  %d\n",
                $waiters === WAITERS[0] ? WAITING_CONTESTANTS[$contestant] : '',
                $waiters,
                median($handOver->took),
                percentile(99, $handOver->took),
                count($handOver->took),
                median($handOver->toPing),
                median($handOver->toPausedPing),
                median($handOver->longestToIdeal),
                max($handOver->longestToIdeal),
                $handOver->outOfPlace,
            );
        }
    }
    if (!$arrivals->sleepsInRedis('mutex')) {
        echo "  This RedisMutexLock polls: its waiters do not sleep in Redis.\n";
    }
}

/** @param array<string, array<int, HandOver>> $results */
function judge_hand_over(array $results, Verdicts $verdicts): void
{
    foreach ($results['mutex'] as $waiters => $handOver) {
        if ($waiters <= 32) {
            // The PING at rest: in a hand-over too, the server and the next process sleep before it.
            $verdicts->atMost(4, median($handOver->toPausedPing), "× PING at rest for a hand-over: $waiters waiters");
        }
        $verdicts->atMost(1.5, median($handOver->longestToIdeal), "× ideal for the longest wait: $waiters waiters");
    }
    $misplaced = array_sum(array_map(static fn (HandOver $handOver) => $handOver->outOfPlace, $results['mutex']));
    $verdicts->atMost(0, $misplaced, 'processes out of the order of their arrival');
}
