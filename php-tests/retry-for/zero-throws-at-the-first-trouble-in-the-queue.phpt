--TEST--
With retry_for 0 a waiter throws when its connection breaks, and asks nothing more
--FILE--
<?php
$server = RedisServer::start();
$holder = new RedisMutexLock($server->url());
foreach (['join' => 'EVALSHA', 'sleep' => 'BLPOP'] as $step => $command) {
    $queue = new Queue($server, $step);
    Check::true($holder->lock($step, 0, 600), "$step: held");
    // The server knows the script from here on, so a question is sent once.
    @(new RedisMutexLock($server->url()))->lock($step, 0.01);
    $proxy = Proxy::to($server, ['command' => $command, 'nth' => 1, 'do' => 'cutBefore']);
    $worker = Worker::run(<<<'PHP'
        [, $port, $name] = $argv;
        $lock = new RedisMutexLock(['port' => (int) $port, 'retry_for' => 0]);
        try {
            say($lock->lock($name, null) ? 'granted' : 'refused');
        } catch (RedisMutexLockUnavailableException $e) {
            say($e->getMessage());
        }
        hear();
        PHP, [$proxy->port, $step]);
    $message = $worker->line();
    Check::true(str_ends_with($message, '(retry_for is 0 s)'), "$step: '$message'");
    $log = $proxy->log();
    Check::same('cutBefore', end($log)['did'], "$step: the last command");
    Check::same(1, $proxy->accepted(), "$step: connections");
    // The end of the process gives the place up.
    $worker->tell('end');
    $worker->finish();
    Check::same([], $queue->tokens(), "$step: the queue");
    Check::true($holder->unlock($step), "$step: released");
    $queue->vanishes();
}
echo "done\n";
?>
--EXPECT--
done
