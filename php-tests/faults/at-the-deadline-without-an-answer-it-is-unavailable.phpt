--TEST--
A wait without an answer at its deadline is Unavailable: not before the deadline, and within two commands after it
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('name');
$both = fn (array $rule): array => array_map(fn (string $command) => ['command' => $command] + $rule, ['SET', 'EVAL*']);
$faults = [
    'refused' => null,
    'refused after accepting' => [['do' => 'refuse']],
    'silent greeting' => [['command' => 1, 'do' => 'stall']],
    'silent' => $both(['do' => 'stall']),
    'lost' => $both(['do' => 'cutAfter']),
    'swallowed' => $both(['do' => 'swallow']),
    'cut' => $both(['do' => 'cutBefore']),
    'garbage' => $both(['do' => 'garbage', 'bytes' => "oops\r\n"]),
    'loading' => $both(['do' => 'answer', 'bytes' => "-LOADING Redis is loading the dataset in memory\r\n"]),
    'dripping' => $both(['do' => 'drip', 'ms' => 300]),
];
$timeout = 1.2;
$deadline = 0.7;
Together::each($faults, function (?array $rules, string $fault) use ($server, $timeout, $deadline): void {
    [$redis, $name] = [$server->client(), Check::unique('name')];
    $proxy = Proxy::to($server, ...$rules ?? []);
    $rules === null && $proxy->down();
    $lock = new RedisMutexLock(['url' => $proxy->url(2), 'command_timeout' => $deadline, 'retry_for' => 60]);
    $calls = [
        'lock' => fn () => $lock->lock($name, $timeout, 60),
        'synchronized' => fn () => $lock->synchronized("$name-s", fn () => throw new Error('called'), $timeout, 60),
    ];
    foreach ($calls as $method => $call) {
        $began = hrtime(true);
        $thrown = Check::throws(RedisMutexLockUnavailableException::class, $call, "Redis at 127.0.0.1:$proxy->port, database 2 ");
        Check::between($timeout, $timeout + 2 * $deadline + 2, (hrtime(true) - $began) / 1e9, "$fault, $method: seconds");
    }
    // The wait tries several times, with pauses: neither once nor in a busy loop.
    Check::between($rules === null ? 0 : 4, 120, $proxy->accepted() + count($proxy->log()), "$fault: tries");
    $proxy->clear();
    $proxy->up();
    Check::true($lock->lock($name, 0, 60), "$fault: the next call works");
    Check::true($lock->unlockAll(), "$fault: unlockAll");
    $redis->call('SELECT', 2);
    Check::same(0, $redis->call('EXISTS', "lock:$name", "lock:$name-s"), "$fault: keys left");
});

// "Held" is an answer: a wait whose last answer was "held" is false. Without an answer after it, the wait is
// Unavailable.
$redis->call('SET', "lock:$name", 'somebody', 'PX', 60000);
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => $deadline, 'retry_for' => 60]);
Check::same(false, $lock->lock($name, 0.3, 60, 50000), 'held until the deadline');
$proxy->rule(['command' => 'SET', 'times' => 2, 'do' => 'pass']);
$proxy->rule(['command' => 'SET', 'do' => 'stall']);
$proxy->rule(['command' => 'EVAL*', 'do' => 'stall']);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name, 0.5, 60, 50000));
$proxy->clear();
Check::same(false, $lock->lock($name), 'held again');
Check::same('somebody', $redis->call('GETDEL', "lock:$name"), 'and not by us');
echo "done\n";
?>
--EXPECT--
done
