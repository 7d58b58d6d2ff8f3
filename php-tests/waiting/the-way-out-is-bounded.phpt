--TEST--
An exception of a handler leaves a wait although the server stands still, and the queue is left later
--FILE--
<?php
$server = RedisServer::start();
foreach (['by the next call' => '$lock->isLocked("b"); $lock->lock("a", 0, 60);', 'at the end' => ''] as $how => $code) {
    $queue = new Queue($server, 'a');
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock('a', 0, 600), "$how: held");
    $worker = Worker::run('
        pcntl_async_signals(true);
        $thrown = 0;
        pcntl_signal(SIGUSR1, function () use (&$thrown) {
            $thrown = hrtime(true);
            throw new DomainException("mine");
        });
        $lock = new RedisMutexLock(["url" => $argv[1], "command_timeout" => 30]);
        try {
            $lock->lock("a", 600, 60, 60000000);
            say("ended by itself");
        } catch (DomainException) {
            say((string) ((hrtime(true) - $thrown) / 1e9));
        }
        hear();
        ' . $code . '
        say("done");
        hear();', [$server->url()]);
    $queue->reaches(1);
    [$token] = $queue->tokens();
    $server->pause();
    $worker->signal(SIGUSR1);
    // Leaving the queue may take half a second.
    Check::between(0, 10, (float) $worker->line(25), "$how: seconds");
    $server->resume();
    $worker->tell('go on');
    $worker->expect('done');
    if ($code === '') {
        $worker->tell('end');
        $worker->finish();
    }
    Check::same(false, in_array($token, $queue->tokens(), true), "$how: the queue");
    Check::true($holder->unlock('a'), "$how: released");
    Check::same(null, $queue->holder(), "$how: given to nobody");
    if ($code !== '') {
        $worker->tell('end');
        $worker->finish();
    }
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
