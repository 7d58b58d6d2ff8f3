--TEST--
5,000 pairs of lock and unlock under a storm of handled signals: no error, no wrong answer
--FILE--
<?php
$server = RedisServer::shared();
$code = <<<'PHP'
    pcntl_async_signals(true);
    $handled = 0;
    $count = function () use (&$handled) { $handled++; };
    // With and without restart of system calls: a receive with a timeout ends in both cases.
    pcntl_signal(SIGALRM, $count, true);
    pcntl_signal(SIGUSR1, $count, false);
    $lock = new RedisMutexLock(['url' => $argv[1], 'command_timeout' => 10]);
    say('ready');
    hear();
    for ($i = 0; $i < 2500; $i++) {
        if ($i % 50 === 0) {
            // Connecting is disturbed too: each connection name has a connection of its own.
            $fresh = new RedisMutexLock(['url' => $argv[1], 'name' => "n$i", 'command_timeout' => 10]);
            $fresh->isLocked($argv[2]) === false || throw new Exception("isLocked $i");
        }
        $lock->lock($argv[2], 0, 60) === true || throw new Exception("lock $i");
        $i % 10 || $lock->isLocking($argv[2]) === true || throw new Exception("isLocking $i");
        $lock->unlock($argv[2]) === true || throw new Exception("unlock $i");
    }
    // The signals must reach the commands, or the test proves nothing.
    while ($handled < 2000) {
        $lock->lock($argv[2], 0, 60) === true && $lock->unlock($argv[2]) === true || throw new Exception("pair at $handled");
    }
    say('through');
    // Only after the storm: at its very end PHP has no handlers.
    hear();
    PHP;
$storm = <<<'PHP'
    say('blowing');
    for ($pid = (int) $argv[1]; posix_kill($pid, SIGALRM) && posix_kill($pid, SIGUSR1); ) {
        // Handlers must leave time for commands, or no command is disturbed.
        usleep(random_int(20, 200));
    }
    PHP;
foreach ([$server->url(), $server->unixUrl()] as $url) {
    $worker = Worker::run($code, [$url, Check::unique('name')]);
    $worker->expect('ready');
    $blowing = Worker::run($storm, [$worker->pid], modules: ['posix'], extension: false);
    $blowing->expect('blowing');
    $worker->tell('go');
    $worker->expect('through', 60);
    $blowing->kill();
    $worker->tell('end');
    $worker->finish();
}
echo "done\n";
?>
--EXPECT--
done
