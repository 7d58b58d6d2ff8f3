--TEST--
phpinfo and --ri show every counter of stats, under its key
--FILE--
<?php
/** @return array<string, string> the rows below the heading of the counters */
function counters(string $text, string $heading = 'Since this process started'): array
{
    [, $table] = explode("\nCounter => $heading\n", $text);
    [$table] = explode("\n\n", $table);
    preg_match_all('/^(\S+|wait_buckets \S+) => (\S+)$/m', $table, $rows);

    return array_combine($rows[1], $rows[2]);
}

/** @return array<string, string> the rows that show these counters */
function rows(array $stats): array
{
    foreach ($stats['wait_buckets'] as $longest => $waits) {
        $buckets["wait_buckets $longest"] = "$waits";
    }
    unset($stats['wait_buckets'], $stats['since']);

    return array_map(static fn (int|float $value): string => is_int($value) ? "$value" : sprintf('%.6f', $value), $stats) + $buckets;
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
Check::same(rows($stats), $shown, 'phpinfo');

$command = implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, ...Extension::arguments(), '--ri', 'redis_mutex_lock']));
$shown = counters((string) shell_exec($command));
Check::same(array_keys(rows($stats)), array_keys($shown), 'rows of --ri');
Check::same(0.0, array_sum(array_map(floatval(...), $shown)), '--ri is a process that has done nothing');

// Under php-fpm a second table has those of all workers.
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => RedisServer::shared()->url()]);
$count = $fpm->script('$lock = new RedisMutexLock(); $lock->lock("' . $name . '-fpm"); $lock->unlock("' . $name . '-fpm");');
$fpm->request($count);
[$first] = $fpm->children();
$fpm->killChild($first);
Check::eventually(fn (): bool => !in_array($first, $fpm->children(), true) && $fpm->children() !== [], 10, 'a new worker');
$page = $fpm->script('$all = RedisMutexLock::poolStats();
    phpinfo(INFO_MODULES);
    echo "\nALL", serialize($all);');
$answer = $fpm->request($page);
[$html, $all] = explode("\nALL", $answer['body']) + [1 => ''];
$body = preg_replace(['~ *</t[dh]><t[dh][^>]*>~', '~</table>~', '~<[^>]+>~', '~ *$~m'], [' => ', "\n", '', ''], $html);
$all = unserialize($all);
Check::same([1, 1], [$all['acquired'], $all['released']], 'what the first worker counted');
Check::same('0', counters($body)['acquired'], 'the second worker alone');
Check::same(rows($all), counters($body, 'Since this php-fpm started, all workers together'), 'all workers');

echo 'done';
?>
--EXPECT--
done
