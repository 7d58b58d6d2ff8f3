<?php

declare(strict_types=1);

/** What a callable of onWait() costs a pair that never waits, and what the feature costs where there is none. */
function measure_fiber_pairs(Run $run): void
{
    // On one processor the round trips are shortest, so every additional cost of a pair shows.
    $server = new PrivateRedis($run->asClient([]));
    [$without, $with, $ratio] = pairs_in_turns($run->rounds, $run->asClient($run->contestants->callable("unix://$server->socket")));
    $run->results->set('fibers.pair.without', $without, Figure::TIME);
    $run->results->set('fibers.pair.with', $with, Figure::TIME);
    $run->results->set('fibers.pair.ratio', $ratio, Figure::RATIO);
    $run->targets->atMost(1.1, 'fibers.pair.ratio', '× the time of a pair without a callable, with one');

    $pairs = static fn (Contestants $contestants, bool $inFiber = false) => $contestants->mutex("127.0.0.1:$server->port", inFiber: $inFiber);
    // Callgrind slows a process down fifty times, and the part of pairs tries whether it works.
    $count = static fn (Closure $command) => $run->quick ? null : work_of_pair($run, instructions(...), $command);
    $without = $count($pairs);
    $with = $count(static fn (Contestants $contestants) => $pairs($contestants, true));
    $run->results->set('fibers.instructions.without', $without, Figure::COUNT);
    $run->results->set('fibers.instructions.with', $with, Figure::COUNT);
    compare_pairs_with_base($run, $server, $pairs, $without);
    $server->stop();
}

/** @param Closure(Contestants): list<string> $pairs the command of a contestant @param ?float $instructions of one pair */
function compare_pairs_with_base(Run $run, PrivateRedis $server, Closure $pairs, ?float $instructions): void
{
    if ($run->base === null) {
        return;
    }
    $library = $run->base;
    $rates = run_rounds($run->rounds, [
        'mutex' => [$run->asClient($pairs($run->contestants))],
        'base' => [$run->asClient($pairs($run->contestants->with($library)))],
    ]);
    $run->results->set('base.fibers.pair', ratios($rates['base'], $rates['mutex']), Figure::RATIO);
    $run->report('base.fibers.pair');
    if ($instructions === null) {
        return;
    }
    $ofBase = work_of_pair($run, instructions(...), static fn (Contestants $contestants) => $pairs($contestants->with($library)));
    if ($ofBase !== null) {
        $run->results->set('base.fibers.instructions', $instructions / $ofBase, Figure::RATIO);
        $run->targets->atMost(1.01, 'base.fibers.instructions', '× the instructions of the base for a pair without a callable');
    }
}
