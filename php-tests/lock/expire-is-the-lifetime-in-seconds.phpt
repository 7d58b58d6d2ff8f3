--TEST--
expire is the lifetime in Redis: seconds, with fractions to the millisecond
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$monitor = $server->client();
$monitor->call('MONITOR');
$lock = new RedisMutexLock($server->url());

/** The lifetime as it was sent. PTTL shows less, because time has passed. */
$sent = static function (string $name) use ($monitor): string {
    do {
        $line = $monitor->reply();
    } while (!str_contains($line, "\"SET\" \"lock:$name\""));

    return preg_replace('/.*"PX" "(\d+)".*/', '$1', $line);
};

$table = [
    [0.5, 500], [1, 1000], [1.5, 1500], [2.25, 2250], ['3', 3000], ['0.75', 750], [20, 20_000],
    [86_400, 86_400_000], [31_536_000, 31_536_000_000], [31_536_000.0, 31_536_000_000],
];
foreach ($table as $i => [$expire, $milliseconds]) {
    $name = "expire$i";
    Check::same(true, $lock->lock($name, 10, $expire), "lock, expire $expire");
    $left = $redis->call('PTTL', "lock:$name");
    Check::same((string) $milliseconds, $sent($name), "PX, expire $expire");
    // The shortest lifetime may be over on a slow machine (-2). No lifetime is longer than asked for.
    Check::between($milliseconds > 5000 ? $milliseconds - 5000 : -2, $milliseconds, $left, "PTTL, expire $expire");
}

// The default is 20 s.
Check::same(true, $lock->lock('default'), 'lock');
Check::same('20000', $sent('default'), 'PX by default');

// The shortest allowed lifetime is 10 ms. A grant that arrives after that does not count.
try {
    $lock->lock('short', 0, 0.01);
} catch (RedisMutexLockUnavailableException) {
}
Check::same('10', $sent('short'), 'PX of the shortest');

echo 'done';
?>
--EXPECT--
done
