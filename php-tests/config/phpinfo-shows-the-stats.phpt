--TEST--
phpinfo and --ri show every counter of stats, under its key
--FILE--
<?php
/** @return array<string, string> the rows below the heading of the counters */
function counters(string $text): array
{
    [, $table] = explode("\nCounter => Since this process started\n", $text);
    [$table] = explode("\n\n", $table);
    preg_match_all('/^(\S+) => (\S+)$/m', $table, $rows);

    return array_combine($rows[1], $rows[2]);
}

$lock = new RedisMutexLock(['url' => RedisServer::shared()->url(), 'command_timeout' => 20]);
$other = new RedisMutexLock(['url' => RedisServer::shared()->url(), 'command_timeout' => 20]);
$name = Check::unique('shown');
$lock->lock($name, 0, 60);
$other->lock($name);
$other->lock($name, 1);
$stats = RedisMutexLock::stats();
Check::same([1, 1, 1], [$stats['acquired'], $stats['refused'], $stats['timed_out']], 'stats');
// A wait leaves the queue over a second connection if the server is late with its answer at the deadline.
Check::between(1, 2, $stats['connections_opened'], 'connections');
ob_start();
phpinfo(INFO_MODULES);
$shown = counters((string) ob_get_clean());
$expected = array_map(fn (int|float $value): string => is_int($value) ? "$value" : sprintf('%.6f', $value), $stats);
Check::same($expected, $shown, 'phpinfo');

$command = implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, ...Extension::arguments(), '--ri', 'redis_mutex_lock']));
$shown = counters((string) shell_exec($command));
Check::same(array_keys($stats), array_keys($shown), 'rows of --ri');
Check::same(0.0, array_sum(array_map(floatval(...), $shown)), '--ri is a process that has done nothing');

echo 'done';
?>
--EXPECT--
done
