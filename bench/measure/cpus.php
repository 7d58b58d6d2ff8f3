<?php

declare(strict_types=1);

/**
 * Two processors that this process may use. They are two cores if possible, not two threads of one core.
 *
 * @return array{int, int}
 */
function two_cpus(): array
{
    preg_match('/^Cpus_allowed_list:\s*(\S+)/m', file_get_contents('/proc/self/status'), $allowed);
    [$first, $second] = [...cpu_list($allowed[1]), null, null];
    if ($second === null) {
        throw new RuntimeException('The benchmark needs two processors.');
    }
    $siblings = @file_get_contents("/sys/devices/system/cpu/cpu$first/topology/thread_siblings_list") ?: (string) $first;
    $others = array_diff(cpu_list($allowed[1]), cpu_list(trim($siblings)));

    return [$first, reset($others) ?: $second];
}

/** @return non-empty-list<int> of "0-2,4" */
function cpu_list(string $ranges): array
{
    $cpus = [];
    foreach (explode(',', $ranges) as $range) {
        [$from, $to] = [...explode('-', $range), $range];
        array_push($cpus, ...range((int) $from, (int) $to));
    }

    return $cpus;
}
