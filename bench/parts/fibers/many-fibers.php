<?php

declare(strict_types=1);

/** Fibers of one process that wait: one hundred, one after the other of five hundred, and thousands of waits. */
const RESTING_FIBERS = 100;
const MANY_FIBERS = 500;
const WAITS_OF_FIBERS = 5_000;

function measure_many_fibers(Run $run, PrivateRedis $server): void
{
    $rounds = min($run->rounds, 3);
    measure_resting_fibers($run, $rounds);

    $count = $run->count(MANY_FIBERS, 20);
    $found = fiber_figures($run, $rounds, 'fibers-in-order', $server, $count);
    $run->results->set('fibers.many.count', $count, Figure::COUNT);
    $run->results->set('fibers.many.connections', array_column($found, 0), Figure::COUNT);
    $run->results->set('fibers.many.misplaced', array_sum(array_column($found, 1)), Figure::COUNT);
    // Two, and up to fifteen more while answers take longer than a millisecond.
    $run->targets->atMost(17, 'fibers.many.connections', 'connections of the fibers that wait for one name');
    $run->targets->atMost(0, 'fibers.many.misplaced', 'fibers out of the order of the queue');

    $waits = $run->count(WAITS_OF_FIBERS, 100);
    [[$php, $process, $descriptors]] = fiber_figures($run, 1, 'fibers-again-and-again', $server, $waits);
    $run->results->set('fibers.growth.waits', $waits, Figure::COUNT);
    $run->results->set('fibers.growth.php', $php, Figure::BYTES);
    $run->results->set('fibers.growth.process', $process, Figure::BYTES);
    $run->results->set('fibers.growth.descriptors', $descriptors, Figure::COUNT);
    // While answers take longer than a millisecond, up to fifteen connections more are opened and kept.
    $run->targets->atMost(8192, 'fibers.growth.php', 'bytes of PHP memory more after all waits');
    $run->targets->atMost(65536, 'fibers.growth.process', 'bytes of resident memory more after all waits');
    $run->targets->atMost(15, 'fibers.growth.descriptors', 'descriptors more after all waits');
}

function measure_resting_fibers(Run $run, int $rounds): void
{
    $count = $run->count(RESTING_FIBERS, 5);
    // Redis on a processor of its own would sleep between two questions. To wake such a processor of a virtual machine takes
    // the caller longer than the question, so the fibers would seem to need twice as much (measured).
    $server = new PrivateRedis($run->asClient([]));
    $found = fiber_figures($run, $rounds, 'fibers-at-rest', $server, $count, 2 * $run->seconds);
    $server->stop();
    $run->results->set('fibers.rest.count', $count, Figure::COUNT);
    $run->results->set('fibers.rest.scripts', array_column($found, 0), Figure::COUNT);
    $run->results->set('fibers.rest.blpops', array_column($found, 1), Figure::COUNT);
    $run->results->set('fibers.rest.cpu', array_column($found, 2), Figure::SHARE);
    $run->targets->atMost(150, 'fibers.rest.scripts', 'scripts a second of all waiting fibers');
    $run->targets->atMost(20, 'fibers.rest.blpops', 'BLPOPs a second of all waiting fibers');
    $run->targets->atMost(0.02, 'fibers.rest.cpu', 'of a processor for all waiting fibers');
}

/** @return non-empty-list<list<float>> what a script of the contestants prints in each round */
function fiber_figures(Run $run, int $rounds, string $script, PrivateRedis $server, int|float ...$arguments): array
{
    $figures = [];
    for ($round = 0; $round < $rounds; $round++) {
        $command = $run->contestants->script($script, (string) $server->port, ...array_map(strval(...), $arguments));
        $process = proc_open($run->asClient($command), [1 => ['pipe', 'w']], $pipes);
        $line = next_line($pipes[1]);
        if (preg_match('/^\d+(\.\d+)?( \d+(\.\d+)?)+$/', $line) !== 1 || proc_close($process) !== 0) {
            throw new RuntimeException("A contestant gave no result: '$line'");
        }
        $figures[] = array_map(floatval(...), explode(' ', $line));
    }

    return $figures;
}
