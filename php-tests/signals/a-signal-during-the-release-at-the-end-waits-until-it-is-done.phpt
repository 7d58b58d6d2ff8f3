--TEST--
A signal that comes while the end of the script releases its locks ends the process after the release, not before
--FILE--
<?php
$server = RedisServer::start();
// The release arrives late, so the signal comes while its process waits for the answer.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'do' => 'delay', 'ms' => 200]);
foreach (['with a handler' => 'pcntl_signal($signal, fn () => 1);', 'without one' => ''] as $how => $handler) {
    foreach ([SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM] as $signal) {
        $worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
            $signal = (int) $argv[2];
            pcntl_async_signals(true);' . $handler . '
            Tests\Check::true($lock->lock("a", 0, 600), "lock");
            say("held");
            hear();', [$proxy->url(), $signal]);
        $worker->expect('held');
        Check::same(1, $server->client()->call('EXISTS', 'lock:a'), "signal $signal $how: held");
        $releases = $proxy->count('EVAL*');
        $worker->tell('end');
        Check::eventually(fn () => $proxy->count('EVAL*') > $releases, 20, 'the release is under way');
        $worker->signal($signal);
        Check::same(128 + $signal, $worker->wait(20), "signal $signal $how: how it ended");
        Check::same(0, $server->client()->call('EXISTS', 'lock:a'), "signal $signal $how: free");
    }
}
echo "done\n";
?>
--EXPECT--
done
