<?php

declare(strict_types=1);

function can_trace(): bool
{
    $nowhere = ['file', '/dev/null', 'w'];

    return proc_close(proc_open(['strace', '-o', '/dev/null', 'true'], [1 => $nowhere, 2 => $nowhere], $pipes)) === 0;
}

/** System calls per pair, counted by strace if it is installed and may trace. Two commands need four at least. */
function count_system_calls(): void
{
    $server = new PrivateRedis();
    $address = "127.0.0.1:$server->port";
    $requests = recorded_requests($server);
    $short = new Contestants(0.1, warmUp: 0);
    $long = new Contestants(0.5, warmUp: 0);
    echo "\nSystem calls per pair:\n";
    foreach ([
        BARE_LOOP => static fn (Contestants $contestants) => $contestants->bareLoop($address, $requests),
        PHPREDIS => static fn (Contestants $contestants) => $contestants->phpredis($address),
        MUTEX => static fn (Contestants $contestants) => $contestants->mutex($address),
        MUTEX_RENEWED => static fn (Contestants $contestants) => $contestants->mutex($address, expire: null),
    ] as $name => $command) {
        // The difference of two runs leaves out the start and the end of the process.
        [$fewCalls, $fewPairs] = traced($command($short));
        [$manyCalls, $manyPairs] = traced($command($long));
        printf("  %-32s %5.2f\n", $name, ($manyCalls - $fewCalls) / ($manyPairs - $fewPairs));
    }
    $server->stop();
}

/**
 * @param list<string> $command
 * @return array{int, int} system calls and pairs
 */
function traced(array $command): array
{
    $report = tempnam(sys_get_temp_dir(), 'strace');
    try {
        [$result] = run_together([['strace', '-f', '-c', '-o', $report, ...$command]]);
        // % time, seconds, usecs/call, calls, [errors,] name; the last line is the total and leaves fields empty.
        preg_match_all('/^ *[\d.]+ +[\d.]+ +\d+ +(\d+) .*(?<! total)$/m', file_get_contents($report), $calls);

        return [array_sum($calls[1]), $result['pairs']];
    } finally {
        unlink($report);
    }
}
