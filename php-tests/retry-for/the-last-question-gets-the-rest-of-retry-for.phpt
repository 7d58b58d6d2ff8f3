--TEST--
The last question to a silent server gets the rest of retry_for, and not its whole command timeout
--FILE--
<?php
$server = RedisServer::shared();
// The first trouble comes at once. After that the server is silent for longer than the test may take.
$troubles = [
    'silent greeting' => [['do' => 'refuse', 'nth' => 1], ['command' => 1, 'do' => 'stall']],
    'silent' => [['do' => 'refuse', 'nth' => 1], ['command' => 'SET', 'do' => 'stall']],
    'lost and silent' => [['command' => 'SET', 'do' => 'cutAfter'], ['command' => 'EVAL*', 'do' => 'stall']],
];
foreach ($troubles as $trouble => $rules) {
    foreach ([60, null] as $timeout) {
        $what = "$trouble, timeout " . json_encode($timeout);
        $proxy = Proxy::to($server, ...$rules);
        $lock = new RedisMutexLock(['url' => $proxy->url(), 'retry_for' => 0.5, 'command_timeout' => 50]);
        $began = hrtime(true);
        Check::throws(
            RedisMutexLockUnavailableException::class,
            fn () => $lock->lock(Check::unique('a'), $timeout, 60),
            'retry_for is 0.5 s',
        );
        Check::between(0.5, 25, (hrtime(true) - $began) / 1e9, "$what: seconds");
        $proxy->clear();
        Check::true($lock->unlockAll(), "$what: unlockAll");
    }
}
echo "done\n";
?>
--EXPECT--
done
