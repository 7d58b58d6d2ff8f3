<?php

declare(strict_types=1);

/**
 * Calls every contestant once in each round. Each round begins with another contestant.
 *
 * @template Result
 * @param array<string, Closure(): Result> $contestants
 * @return array<string, non-empty-list<Result>> contestant => what each round returned
 */
function in_turns(int $rounds, array $contestants): array
{
    $results = array_fill_keys(array_keys($contestants), []);
    for ($round = 0; $round < $rounds; $round++) {
        $turn = $round % count($contestants);
        foreach ([...array_slice($contestants, $turn), ...array_slice($contestants, 0, $turn)] as $name => $contestant) {
            $results[$name][] = $contestant();
        }
    }

    return $results;
}

/**
 * Runs every contestant once in each round, in processes of its own.
 *
 * @param array<string, list<list<string>>> $contestants name => the commands of its processes, which run together
 * @return array<string, non-empty-list<float>> name => pairs per second of all its processes together, for each round
 */
function run_rounds(int $rounds, array $contestants): array
{
    return in_turns($rounds, array_map(static fn (array $commands) => static fn (): float => array_sum(array_map(
        static fn (array $result) => $result['pairs'] / $result['seconds'],
        run_together($commands),
    )), $contestants));
}

/**
 * @param list<list<string>> $commands
 * @return list<array{pairs: int, seconds: float}>
 */
function run_together(array $commands): array
{
    $processes = $pipes = [];
    foreach ($commands as $i => $command) {
        $processes[$i] = proc_open($command, [['pipe', 'r'], ['pipe', 'w']], $pipes[$i]);
    }
    try {
        foreach ($pipes as [, $out]) {
            next_line($out); // ready
        }
        foreach ($pipes as [$in]) {
            fwrite($in, "go\n");
        }
        $results = [];
        foreach ($pipes as [, $out]) {
            $line = next_line($out);
            if (preg_match('/^(\d+) (\d+\.\d+)$/', $line, $found) !== 1) {
                // A contestant that has failed prints why, behind an empty line.
                throw new RuntimeException("A contestant gave no result: '$line' " . stream_get_contents($out));
            }
            $results[] = ['pairs' => (int) $found[1], 'seconds' => (float) $found[2]];
        }

        return $results;
    } catch (Throwable $e) {
        array_map(proc_terminate(...), $processes);
        throw $e;
    } finally {
        array_map(proc_close(...), $processes);
    }
}

/** @param resource $from */
function next_line($from): string
{
    $read = [$from];
    $none = null;
    $line = @stream_select($read, $none, $none, 60) ? fgets($from) : false;

    return $line === false ? throw new RuntimeException('A contestant gave no result.') : rtrim($line);
}
