--TEST--
A handler that uses up the time limit during a wait ends the script as PHP ends it, and its locks are released
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
// Leaving may take half a second. If it took longer, the round proves nothing and is repeated.
$tries = 3;
do {
    $name = Check::unique('limit');
    $holder = new RedisMutexLock($redis->url());
    Check::true($holder->lock($name, 0, 600), 'somebody holds it');
    $worker = Worker::run(<<<'PHP'
        pcntl_async_signals(true);
        // PHP holds back all signals while a handler runs, also that of the time limit: it comes when the handler
        // returns.
        pcntl_signal(SIGUSR1, function () {
            say('handler');
            set_time_limit(1);
            // The limit counts the CPU time of the process.
            $spent = fn (): float => Tests\Cost::spent();
            for ($end = hrtime(true) + 60e9, $from = $spent(); hrtime(true) < $end && $spent() - $from < 1.5;) {
            }
            say((string) hrtime(true));
        });
        $lock = new RedisMutexLock("$argv[1]?name=$argv[2]");
        $lock->lock("$argv[2]-own", 0, 600);
        $lock->isLocked($argv[2]);
        say('waits');
        $lock->lock($argv[2], 600, 600, 3600000000);
        say('never');
        PHP, [$redis->url(), $name]);
    $worker->expect('waits');
    Check::eventually(fn (): bool => array_filter(
        $client->clients(),
        fn (array $one): bool => $one['name'] === $name && $one['cmd'] === 'blpop',
    ) !== [], 10, 'it has asked');
    $worker->signal(SIGUSR1);
    $worker->expect('handler');
    $returned = (int) $worker->line(90);
    Check::same(255, $worker->wait(), 'exit status');
} while (hrtime(true) - $returned > 500_000_000 && --$tries > 0);
// PHP 8.5 prints a trace after it.
$fatal = '/^\s*(PHP )?Fatal error: +Maximum execution time of 1 second exceeded in \S+ on line \d+\s*(Stack trace:\n(#\d+ .*\s*)+)?$/';
Check::same(1, preg_match($fatal, $worker->stderr()), 'stderr: ' . $worker->stderr());
Check::same(["lock:$name"], $client->call('KEYS', "lock:$name*"), "the holder's lock alone is left");
Check::true($holder->unlock($name), 'and it is still its own');

echo "done\n";
--EXPECT--
done
