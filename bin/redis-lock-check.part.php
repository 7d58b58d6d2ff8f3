<?php
/*
 * The mode `redis-lock check`: whether the servers of a configuration are fit for locks, and what to do where one is not.
 */

declare(strict_types=1);

/**
 * Prints a line for each thing that was examined, with its advice below, or all of them as JSON. Returns the exit status, as
 * a monitoring plugin has it: 0 if all is good, 1 with a warning, 2 if something is bad.
 *
 * @param array<string, mixed>|string|null $config as the class takes it
 * @param resource $out
 * @throws ValueError if the configuration is wrong, before anything is asked
 */
function check(#[SensitiveParameter] array|string|null $config, bool $json, $out): int
{
    $rows = redis_mutex_lock_check($config);
    $flags = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE;
    $isColoured = stream_isatty($out) && (string) getenv('NO_COLOR') === '';
    $colours = $isColoured ? ['good' => "\e[32m%s\e[0m", 'warning' => "\e[33m%s\e[0m", 'bad' => "\e[31m%s\e[0m"] : [];
    foreach ($json ? [] : $rows as $row) {
        $state = sprintf($colours[$row['state']] ?? '%s', str_pad($row['state'], 7));
        fprintf($out, "%s  %s  %-16s  %s\n", $state, $row['server'], $row['what'], $row['found']);
        if ($row['advice'] !== null) {
            fprintf($out, "%9s%s\n", '', $row['advice']);
        }
    }
    if ($json) {
        fwrite($out, json_encode($rows, $flags) . "\n");
    }
    $status = ['good' => 0, 'warning' => 1, 'bad' => 2];

    return max(array_map(static fn (array $row): int => $status[$row['state']], $rows));
}
