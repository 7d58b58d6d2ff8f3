<?php

declare(strict_types=1);

const PLOT_COLORS = ['mutex' => '#0969da', 'symfony' => '#bc4c00', 'laravel' => '#8250df', 'hand' => '#4d7c0f'];

/** @param array<string, array<int, HandOver>> $results contestant => number of waiters => what was measured */
function plot_hand_over(array $results, string $path): void
{
    $curves = [];
    foreach ($results as $contestant => $byWaiters) {
        $curves[$contestant] = [
            'p50' => array_map(static fn (HandOver $handOver) => median($handOver->took), $byWaiters),
            'p99' => array_map(static fn (HandOver $handOver) => percentile(99, $handOver->took), $byWaiters),
        ];
    }
    $all = array_merge(...array_map(array_values(...), array_merge(...array_map(array_values(...), array_values($curves)))));
    $plot = new LogPlot(WAITERS, (int) floor(log10(min($all))), (int) ceil(log10(max($all))));
    // The first contestant is drawn last, so it lies above the others.
    foreach (array_reverse($curves) as $contestant => $kinds) {
        foreach ($kinds as $kind => $values) {
            $plot->curve($values, PLOT_COLORS[$contestant], dashed: $kind === 'p99');
        }
    }
    foreach (array_keys($curves) as $contestant) {
        $plot->legend(WAITING_CONTESTANTS[$contestant], PLOT_COLORS[$contestant], ['p50' => false, 'p99' => true]);
    }
    $svg = $plot->svg(
        'How long a lock lies idle while others wait for it',
        'From one process’ unlock() to the return of the next one’s lock(); sections of 1 ms',
        'processes that wait',
        'hand-over',
        static fn (float $milliseconds) => $milliseconds < 1 ? round($milliseconds * 1e3) . ' µs' : ($milliseconds < 1e3 ? "$milliseconds ms" : $milliseconds / 1e3 . ' s'),
    );
    if (@file_put_contents($path, $svg) === false) {
        throw new RuntimeException("The picture could not be written to $path.");
    }
    echo "\nPicture: $path\n";
}
