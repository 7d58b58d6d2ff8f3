--TEST--
With 1,000 locks held, unlockAll is Unavailable within two command deadlines at a server that never answers, or stops answering, and finishes later
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$warm = new RedisMutexLock($server->url());
Check::true($warm->lock('warm') && $warm->unlock('warm'), 'the script is known');
$proxy = Proxy::to($server);
$silences = [
    'answers nothing' => [['command' => 'EVAL*', 'do' => 'stall']],
    'answers nothing more' => [
        ['command' => 'EVAL*', 'times' => 450, 'do' => 'pass'],
        ['command' => 'EVAL*', 'do' => 'stall'],
    ],
];
foreach ($silences as $what => $rules) {
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 1]);
    for ($i = 0; $i < 1000; $i++) {
        $lock->lock("n$i", 0, 600) || throw new Exception('not free');
    }
    array_map($proxy->rule(...), $rules);
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->unlockAll(), 'within 1000 ms');
    // A deadline for each hundred locks would be more than ten seconds. Three deadlines are too many on any machine.
    Check::between(0.9, 2.8, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::same([], $lock->held(), "$what: none counts as held");
    $proxy->clear();
    Check::true($lock->unlockAll(), "$what: what could not be released then is now");
    Check::same([], $redis->call('KEYS', 'lock:n*'), "$what: keys left");
}
echo 'done';
?>
--EXPECT--
done
