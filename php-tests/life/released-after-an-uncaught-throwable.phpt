--TEST--
An uncaught exception or Error releases the locks, wherever it is thrown
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$endings = [
    'exception' => 'throw new RuntimeException("as-thrown");',
    'exception in a function' => 'function f(RedisMutexLock $lock) { throw new LogicException("as-thrown"); } f($lock);',
    'error' => 'function g(int $x) {} g("as-thrown");',
    'error of a missing function' => '/* as-thrown */ as_thrown();',
    'exception in synchronized' => '$lock->synchronized("$argv[2]-b", fn () => throw new Exception("as-thrown"), 0, 600);',
    'exception of the lock itself' => '$lock->lock("", 0, 600);',
    'handled by an exception handler' => 'set_exception_handler(function ($e) { fwrite(STDERR, $e->getMessage()); exit(255); });
        throw new Exception("as-thrown");',
];
foreach ($endings as $what => $code) {
    $name = Check::unique('throw');
    $worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
        Tests\Check::true($lock->lock($argv[2], 0, 600), "lock");
        say("held");
        hear();
        ' . $code, [$redis->url(), $name]);
    $worker->expect('held');
    Check::same(1, $client->call('EXISTS', "lock:$name"), "$what: key before");
    $worker->tell('go');
    Check::same(255, $worker->wait(), "$what: exit status");
    Check::true($worker->stderr() !== '', "$what: PHP says why");
    Check::same([], $client->call('KEYS', "lock:$name*"), "$what: keys after");
}

echo "done\n";
--EXPECT--
done
