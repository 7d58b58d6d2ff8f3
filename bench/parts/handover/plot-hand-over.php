<?php

declare(strict_types=1);

const PLOT_COLORS = ['mutex' => 'blue', 'symfony' => 'orange', 'laravel-stock' => 'purple', 'hand' => 'olive'];
const PLOT_LABELS = [
    'mutex' => 'RedisMutexLock',
    'symfony' => 'Symfony Lock',
    'laravel-stock' => 'Laravel Cache::lock',
    'hand' => 'phpredis, SET NX every 100 ms',
];

/** @param array<string, array<int, HandOver>> $handOvers contestant => number of waiters => what was measured */
function plot_hand_over(Run $run, array $handOvers): void
{
    $curves = [];
    foreach (array_intersect_key($handOvers, PLOT_LABELS) as $contestant => $byWaiters) {
        $curves[$contestant] = [
            'p50' => array_map(static fn (HandOver $handOver) => median($handOver->took), $byWaiters),
            'p99' => array_map(static fn (HandOver $handOver) => percentile(99, $handOver->took), $byWaiters),
        ];
    }
    $all = array_merge(...array_map(array_values(...), array_merge(...array_map(array_values(...), array_values($curves)))));
    $plot = new LogPlot(
        array_keys($handOvers['mutex']),
        (int) floor(log10(min($all))),
        (int) ceil(log10(max($all))),
        'processes that wait',
        'hand-over',
        static fn (float $seconds) => match (true) {
            $seconds < 0.9e-3 => round($seconds * 1e6) . ' µs',
            $seconds < 0.9 => round($seconds * 1e3) . ' ms',
            default => round($seconds) . ' s',
        },
    );
    // The first contestant is drawn last, so it lies above the others.
    foreach (array_reverse($curves) as $contestant => $kinds) {
        foreach ($kinds as $kind => $values) {
            $plot->curve($values, PLOT_COLORS[$contestant], dashed: $kind === 'p99');
        }
    }
    foreach (array_keys($curves) as $contestant) {
        $plot->legend(PLOT_LABELS[$contestant], PLOT_COLORS[$contestant], ['p50' => false, 'p99' => true]);
    }
    $run->results->plots['docs/waiting.svg'] = $plot->svg(
        'How long a lock lies idle while others wait for it',
        'From one process’ unlock() to the return of the next one’s lock(); sections of 1 ms',
    );
}
