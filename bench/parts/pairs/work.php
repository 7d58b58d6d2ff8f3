<?php

declare(strict_types=1);

/** System calls and instructions of a pair, counted by strace and callgrind. The difference of two runs leaves out the start. */
function measure_work(Run $run, PrivateRedis $server, array $requests): void
{
    $address = "127.0.0.1:$server->port";
    $contestants = [
        'bare' => static fn (Contestants $contestants) => $contestants->bareLoop($address, $requests),
        'phpredis' => static fn (Contestants $contestants) => $contestants->phpredis($address),
        'awaited' => static fn (Contestants $contestants) => $contestants->mutex($address),
        'unawaited' => static fn (Contestants $contestants) => $contestants->mutex($address, await: false),
    ];
    foreach (['calls' => system_calls(...), 'instructions' => instructions(...)] as $what => $count) {
        foreach ($contestants as $contestant => $command) {
            // Callgrind slows a process down fifty times.
            $isLeftOut = $run->quick && $what === 'instructions' && $contestant !== 'awaited';
            $run->results->set("pairs.$what.$contestant", $isLeftOut ? null : work_of_pair($run, $count, $command), Figure::COUNT);
        }
    }
    $run->targets->atMost(5, 'pairs.calls.unawaited', 'system calls for a pair, not awaited');
    $run->targets->atMost(5500, 'pairs.instructions.awaited', 'instructions for a pair');
}

/**
 * @param Closure(list<string>): ?array{int, int} $count what it counts of a command, and its pairs
 * @param Closure(Contestants): list<string> $command
 * @return ?float of one pair; null: it cannot be counted here
 */
function work_of_pair(Run $run, Closure $count, Closure $command): ?float
{
    $before = $count($command(new Contestants(0.1, warmUp: 0)));
    $after = $before === null ? null : $count($command(new Contestants($run->quick ? 0.3 : 1, warmUp: 0)));
    if ($before === null || $after === null) {
        return null;
    }
    $ofPair = ($after[0] - $before[0]) / max(1, $after[1] - $before[1]);

    // Two runs differ by a few system calls of their own, and by some instructions.
    return round($ofPair, $ofPair < 100 ? 1 : -1);
}

/**
 * @param list<string> $command
 * @return array{int, int}|null system calls and pairs; null: strace is not installed or may not trace
 */
function system_calls(array $command): ?array
{
    $report = tempnam(sys_get_temp_dir(), 'strace');
    try {
        $traced = traced(['strace', '-f', '-c', '-o', $report, ...$command]);
        // % time, seconds, usecs/call, calls, [errors,] name; the last line is the total and leaves fields empty.
        preg_match_all('/^ *[\d.]+ +[\d.]+ +\d+ +(\d+) .*(?<! total)$/m', (string) file_get_contents($report), $calls);

        return $traced === null ? null : [array_sum($calls[1]), $traced];
    } finally {
        unlink($report);
    }
}

/**
 * @param list<string> $command
 * @return array{int, int}|null instructions of the whole process, and pairs; null: valgrind is not installed
 */
function instructions(array $command): ?array
{
    $report = tempnam(sys_get_temp_dir(), 'callgrind');
    try {
        $pairs = traced(['valgrind', '--tool=callgrind', "--callgrind-out-file=$report", '--log-file=/dev/null', ...$command]);
        preg_match('/^(?:totals|summary): (\d+)/m', (string) file_get_contents($report), $total);

        return $pairs === null ? null : [(int) $total[1], $pairs];
    } finally {
        unlink($report);
    }
}

/** @param list<string> $command @return ?int how many pairs it did; null: this tool does not work here */
function traced(array $command): ?int
{
    static $works = [];
    $nowhere = ['file', '/dev/null', 'w'];
    $try = $command[0] === 'strace' ? ['strace', '-o', '/dev/null', 'true'] : ['valgrind', '--tool=none', 'true'];
    $works[$command[0]] ??= is_resource($process = @proc_open($try, [1 => $nowhere, 2 => $nowhere], $pipes)) && proc_close($process) === 0;

    return $works[$command[0]] ? run_together([$command])[0]['pairs'] : null;
}
