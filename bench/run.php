<?php

declare(strict_types=1);

/*
 * What a lock costs: RedisMutexLock, phpredis with the same by hand, and a bare loop in C.
 *     php -d extension=target/release/libredis_mutex_lock.so bench/run.php [options]
 * --seconds=1   length of one measurement
 * --rounds=7    measurements of each contestant; the contestants take turns, and the medians are printed
 * --only=pairs  only one part: pairs, tls, deployments, waiting, load, startup, memory, syscalls, renewal or laravel
 * --plot=PATH   the file for the picture of the waits, an SVG; by default a temporary file
 * The exit status is 1 if a target is missed. It takes about nine minutes. The machine should do nothing else meanwhile.
 */

const PARTS = ['pairs', 'tls', 'deployments', 'waiting', 'load', 'startup', 'memory', 'syscalls', 'renewal', 'laravel'];

function usage(): never
{
    fwrite(STDERR, 'usage: run.php [--seconds=0.05 to 30] [--rounds=1 to 100] [--only=' . implode('|', PARTS) . "] [--plot=PATH]\n");
    exit(2);
}

$options = [];
foreach (array_slice($argv, 1) as $argument) {
    preg_match('/^--(seconds|rounds|only|plot)=(.*)$/', $argument, $option) ?: usage();
    $options[$option[1]] = $option[2];
}
$seconds = (float) ($options['seconds'] ?? 1);
$rounds = (int) ($options['rounds'] ?? 7);
$parts = isset($options['only']) ? [$options['only']] : PARTS;
if ($seconds < 0.05 || $seconds > 30 || $rounds < 1 || $rounds > 100 || array_diff($parts, PARTS)) {
    usage();
}
if (!class_exists('RedisMutexLock') || !class_exists('Redis')) {
    fwrite(STDERR, "The benchmark needs the extension (php -d extension=target/release/libredis_mutex_lock.so …) and phpredis (apt-get install php-redis).\n");
    exit(2);
}

require __DIR__ . '/../examples/private-redis.php';
require __DIR__ . '/../examples/sent-commands.php';
foreach ([
    'measure' => ['cpus', 'statistics', 'verdicts', 'wire', 'rounds'],
    'contestants' => ['contestants', 'waiting-locks'],
    'waiting' => [
        'contention', 'arrival-order', 'arrivals', 'hand-over', 'sent-commands-waiting', 'turnover', 'log-plot',
        'plot-hand-over', 'waiting',
    ],
    'parts' => ['pairs', 'tls', 'deployments', 'load', 'startup', 'memory', 'system-calls', 'renewal-pairs', 'renewed-locks', 'renewal', 'laravel'],
] as $folder => $files) {
    foreach ($files as $file) {
        require __DIR__ . "/$folder/$file.php";
    }
}

preg_match('/^model name\s*:\s*(.*)$/m', file_get_contents('/proc/cpuinfo'), $model);
printf(
    "redis_mutex_lock %s, phpredis %s, PHP %s, %s\n%d rounds of %g s\n",
    phpversion('redis_mutex_lock'), phpversion('redis'), PHP_VERSION, $model[1] ?? php_uname('m'), $rounds, $seconds,
);

$verdicts = new Verdicts();
foreach ($parts as $part) {
    match ($part) {
        'pairs' => measure_pairs(new Contestants($seconds), $rounds, $verdicts),
        'tls' => measure_tls(new Contestants($seconds), $rounds, $verdicts),
        'deployments' => measure_deployments(new Contestants($seconds), $rounds, $verdicts),
        'waiting' => measure_waiting(new Contestants($seconds), $seconds, $rounds, $verdicts, $options['plot'] ?? null),
        'load' => measure_load(new Contestants($seconds), $rounds),
        'startup' => measure_startup($verdicts),
        'memory' => measure_memory($verdicts),
        'syscalls' => can_trace() ? count_system_calls() : print("\nSystem calls: not counted, strace is not installed or may not trace\n"),
        'renewal' => measure_renewal(new Contestants($seconds), $rounds, $verdicts),
        'laravel' => measure_laravel(new Contestants($seconds), $seconds, $rounds, $verdicts),
    };
}
exit($verdicts->reached() ? 0 : 1);
