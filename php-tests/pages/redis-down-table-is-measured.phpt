--TEST--
Each row of the table on the page of Redis down has the seconds that the call takes
--FILE--
<?php
$page = (string) file_get_contents(dirname(__DIR__, 2) . '/docs/redis-down.md');
preg_match_all('/^\| (`.+`) \|[^|]*\| (\d+|any)[^|]* \| ([\d.]+) s \| ([\d.]+) s \|$/m', $page, $rows, PREG_SET_ORDER);
Check::same(9, count($rows), 'rows');

$silent = RedisServer::start();
$silent->pause();
$workers = [];
foreach ($rows as [, $calls, $retryFor, $refusedAfter, $silentAfter]) {
    preg_match_all('/`([^`]+)`/', $calls, $found);
    foreach ($found[1] as $call) {
        $call .= str_contains($call, '(') ? '' : "('a')";
        foreach ([[Port::free(), $refusedAfter, 'refused'], [$silent->port, $silentAfter, 'silent']] as [$port, $seconds, $how]) {
            $workers["$call, retry_for $retryFor, $how"] = [(float) $seconds, $start = static fn (): Worker => Worker::run(<<<PHP
                \$lock = new RedisMutexLock(['port' => $port] + ('$retryFor' === 'any' ? [] : ['retry_for' => '$retryFor']));
                \$f = fn () => 'the callback';
                \$start = microtime(true);
                try {
                    \$lock->$call;
                } catch (RedisMutexLockUnavailableException) {
                    say((string) (microtime(true) - \$start));
                }
                PHP), $start()];
        }
    }
}
foreach ($workers as $what => [$seconds, $start, $worker]) {
    // A busy machine delays some of them. A wrong figure is wrong each time.
    for ($tries = 3; ($took = (float) $worker->line(60)) > $seconds + 0.4 && $tries > 0; $tries--) {
        $worker = $start();
    }
    Check::between($seconds - 0.02, $seconds + 0.4, $took, $what);
}
$silent->resume();
echo "done\n";
?>
--EXPECT--
done
