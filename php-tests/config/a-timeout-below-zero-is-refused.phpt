--TEST--
A timeout below 0 is a ValueError that names its range and value; 0, '' and phpredis' read_timeout of -1 mean not given
--FILE--
<?php
$server = RedisServer::shared();
$at = ['host' => '127.0.0.1', 'port' => $server->port];
$refused = [
    [$at + ['timeout' => -1], '-1'],
    [$at + ['timeout' => -0.5], '-0.5'],
    [$at + ['timeout' => '-0.5'], '-0.5'],
    [$at + ['timeout' => '-1', 'command_timeout' => 1, 'read_timeout' => 1], '-1'],
    [$at + ['timeout' => -1e-9], '-1'],
    [$server->url() . '?timeout=-1', '-1'],
    [$server->url() . '?lease=5&timeout=-0.25', '-0.25'],
    [['url' => $server->url() . '?timeout=-1'], '-1'],
    // The URL wins, so its value is checked.
    [['url' => $server->url() . '?timeout=-1', 'timeout' => 5], '-1'],
];
foreach ($refused as $i => [$config, $value]) {
    $message = Check::throws(ValueError::class, fn () => new RedisMutexLock($config))->getMessage();
    Check::true(str_starts_with($message, 'RedisMutexLock::__construct(): Argument #1 ($config) '), "$i: $message");
    foreach (['"timeout"', '0.001', '3600 seconds', $value] as $words) {
        Check::true(str_contains($message, $words), "$i: $words in: $message");
    }
}
$taken = [
    ['timeout' => 0],
    ['timeout' => 0.0],
    ['timeout' => '0'],
    ['timeout' => '0.0'],
    ['timeout' => ''],
    ['timeout' => null],
    ['read_timeout' => -1],
    ['read_timeout' => '-1'],
    ['read_timeout' => -1.0, 'timeout' => 0],
    ['read_timeout' => 0],
    ['read_timeout' => ''],
];
foreach ($taken as $i => $times) {
    $name = Check::unique('taken');
    $lock = new RedisMutexLock($at + $times);
    Check::true($lock->lock($name) && $lock->unlock($name), "$i: " . json_encode($times));
}
foreach (['timeout=', 'timeout=0', 'read_timeout=-1'] as $query) {
    $name = Check::unique('query');
    $lock = new RedisMutexLock($server->url() . "?$query");
    Check::true($lock->lock($name) && $lock->unlock($name), $query);
}
echo "done\n";
--EXPECT--
done
