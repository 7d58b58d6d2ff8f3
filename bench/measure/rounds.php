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
    return array_map(static function (string $line): array {
        [$pairs, $seconds] = explode(' ', $line);

        return ['pairs' => (int) $pairs, 'seconds' => (float) $seconds];
    }, lines_together($commands, '/^\d+ \d+\.\d+$/'));
}

/**
 * Lets processes get ready one after the other, and then run together.
 *
 * @param list<list<string>> $commands
 * @return list<string> the line that each process printed, which has this pattern
 */
function lines_together(array $commands, string $pattern): array
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
        $lines = [];
        foreach ($pipes as [, $out]) {
            $lines[] = $line = next_line($out);
            if (preg_match($pattern, $line) !== 1) {
                // A contestant that has failed prints why, behind an empty line.
                throw new RuntimeException("A contestant gave no result: '$line' " . stream_get_contents($out));
            }
        }

        return $lines;
    } catch (Throwable $e) {
        array_map(proc_terminate(...), $processes);
        throw $e;
    } finally {
        array_map(proc_close(...), $processes);
    }
}

/**
 * Runs a contestant that makes pairs in two ways, in a process of its own in each round: see compete_in_turns().
 *
 * @param list<string> $command
 * @return array{non-empty-list<float>, non-empty-list<float>, non-empty-list<float>} of each round: the seconds of a pair in the one
 *     way and in the other way, and how many times as long the other one takes
 */
function pairs_in_turns(int $rounds, array $command): array
{
    $one = $other = $ratio = [];
    for ($round = 0; $round < $rounds; $round++) {
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        $rates = [];
        while (($line = fgets($pipes[1])) !== false) {
            $rates[] = array_map(floatval(...), explode(' ', rtrim($line)));
        }
        if (proc_close($process) !== 0 || $rates === []) {
            throw new RuntimeException('A contestant gave no result.');
        }
        [$ofOne, $ofOther] = [array_column($rates, 0), array_column($rates, 1)];
        $one[] = median(durations($ofOne));
        $other[] = median(durations($ofOther));
        $ratio[] = median(ratios($ofOne, $ofOther));
    }

    return [$one, $other, $ratio];
}

/** @param resource $from */
function next_line($from): string
{
    $read = [$from];
    $none = null;
    $line = @stream_select($read, $none, $none, 60) ? fgets($from) : false;

    return $line === false ? throw new RuntimeException('A contestant gave no result.') : rtrim($line);
}
