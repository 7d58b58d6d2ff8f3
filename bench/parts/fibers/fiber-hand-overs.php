<?php

declare(strict_types=1);

/** Contestants of the hand-over: name => the loop of fiber_loop(), processes, fibers in each, and how many times as long as blocking is allowed. */
const FIBER_CONTESTANTS = [
    'blocking.4x1' => ['blocking', 4, 1, null],
    'plain.4x1' => ['plain', 4, 1, 1.5],
    'plain.1x4' => ['plain', 1, 4, null],
    'plain.1x100' => ['plain', 1, 100, 2.5],
    'revolt.4x1' => ['revolt', 4, 1, 2],
    'revolt.1x4' => ['revolt', 1, 4, null],
    'swoole.4x1' => ['swoole', 4, 1, 2],
    'swoole.1x4' => ['swoole', 1, 4, null],
];

/** What has to be there for a loop: the sources of the real Revolt, and the real Swoole, which the environment names. */
const FILES_OF_LOOPS = ['revolt' => 'REVOLT_SOURCES', 'swoole' => 'SWOOLE_SO'];

/** Processes and fibers want one lock again and again: how long it lies idle between two of them. */
function measure_fiber_hand_overs(Run $run, PrivateRedis $server): void
{
    $isHere = static fn (array $contestant) => !isset(FILES_OF_LOOPS[$contestant[0]]) || file_exists((string) getenv(FILES_OF_LOOPS[$contestant[0]]));
    $contestants = array_filter(FIBER_CONTESTANTS, $isHere);
    $took = in_turns($run->rounds, array_map(
        static fn (array $contestant) => static fn () => fiber_hand_overs($run, $server, ...array_slice($contestant, 0, 3)),
        $contestants,
    ));
    $medians = array_map(static fn (array $rounds) => array_map(median(...), $rounds), $took);
    foreach (FIBER_CONTESTANTS as $contestant => [, , , $target]) {
        $name = "fibers.$contestant";
        $isMeasured = isset($took[$contestant]);
        $run->results->set("$name.p50", $medians[$contestant] ?? null, Figure::TIME);
        // Of all rounds together, because a hundredth of one round is a handful.
        $run->results->set("$name.p99", $isMeasured ? percentile(99, array_merge(...$took[$contestant])) : null, Figure::TIME);
        if ($contestant !== 'blocking.4x1') {
            $of = $isMeasured ? ratios($medians[$contestant], $medians['blocking.4x1']) : null;
            $run->results->set("$name.of-blocking", $of, Figure::RATIO);
        }
        if ($target !== null) {
            $run->targets->atMost($target, "$name.of-blocking", '× the hand-over between four processes that block, median');
        }
    }
}

/** @return non-empty-list<float> seconds from each call of unlock to the next one's return from lock */
function fiber_hand_overs(Run $run, PrivateRedis $server, string $loop, int $processes, int $fibers): array
{
    static $names = 0;
    $name = 'fibers-' . ++$names;
    $command = $run->asClient($run->contestants->fibers($server->url(), $name, $loop, $fibers, Arrivals::SECTION));
    $lines = lines_together(array_fill(0, $processes, $command), '/^\d+( \d+)+$/');
    $turns = array_merge(...array_map(static fn (string $line) => array_chunk(array_map(intval(...), explode(' ', $line)), 2), $lines));

    return (new ArrivalOrder($turns))->handOvers();
}
