--TEST--
A fatal error releases the locks: E_USER_ERROR, the memory limit, a compile error; held by a live frame too
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$endings = [
    'E_USER_ERROR' => ['trigger_error("the-reason", E_USER_ERROR);', 'the-reason'],
    'E_USER_ERROR in synchronized' => [
        '$lock->synchronized("$argv[2]-b", fn () => trigger_error("the-reason", E_USER_ERROR), 0, 600);',
        'the-reason',
    ],
    'memory limit in a PHP loop' => ['$a = []; while (true) { $a[] = [1, 2, count($a)]; }', 'Allowed memory size'],
    'memory limit in a function of PHP' => ['$a = str_repeat("x", 1 << 30);', 'Allowed memory size'],
    'memory limit in synchronized' => [
        '$lock->synchronized("$argv[2]-b", fn () => range(1, 1 << 26), 0, 600);',
        'Allowed memory size',
    ],
    'compile error' => ['file_put_contents($f = tempnam(sys_get_temp_dir(), "t"), "<?php function f() {} function f() {}");
        register_shutdown_function(fn () => unlink($f));
        include $f;', 'Cannot redeclare'],
];
foreach ($endings as $what => [$code, $reason]) {
    $name = Check::unique('fatal');
    // The second lock belongs to an object that only the frame of a function holds: its destructor never runs.
    $worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
        Tests\Check::true($lock->lock($argv[2], 0, 600), "lock");
        (function (array $argv) use ($lock) {
            $local = new RedisMutexLock($argv[1]);
            Tests\Check::true($local->lock("$argv[2]-local", 0, 600), "local lock");
            say("held");
            hear();
            ' . $code . '
        })($argv);', [$redis->url(), $name], ini: ['memory_limit' => '24M']);
    $worker->expect('held');
    Check::same(2, $client->call('EXISTS', "lock:$name", "lock:$name-local"), "$what: keys before");
    $worker->tell('go');
    Check::same(255, $worker->wait(30), "$what: exit status");
    Check::true(str_contains($worker->stderr(), $reason), "$what: the fatal error is that one: " . $worker->stderr());
    Check::same([], $client->call('KEYS', "lock:$name*"), "$what: keys after");
}

echo "done\n";
--EXPECT--
done
