--TEST--
A child that a handler forks during the wait ends by exit or by an exception: the parent keeps its place, and its lock
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$code = <<<'PHP'
    [, $url, $port, $name, $how] = $argv;
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function () use ($port, $name, $how): void {
        if (pcntl_fork() !== 0) {
            say('forked');
            return;
        }
        (new Tests\RedisClient("tcp://127.0.0.1:$port"))->call('BLPOP', "end:$name", 60);
        $how === 'exit' ? exit(7) : throw new Exception('from the child');
    });
    pcntl_signal(SIGCHLD, function (): void {
        pcntl_wait($status);
        say('the child ended with ' . pcntl_wexitstatus($status));
    });
    $lock = new RedisMutexLock($url);
    try {
        say($lock->lock($name, 60, 600, 60_000_000) ? 'granted' : 'refused');
    } catch (Exception $e) {
        // Only the child throws, so the parent does not come here.
        exit($e->getMessage() === 'from the child' ? 7 : 1);
    }
    while (hear() === 'held') {
        say($lock->isLocking($name) && $lock->remaining($name) > 300 ? 'mine' : 'lost');
    }
    PHP;
foreach (['exit', 'exception'] as $how) {
    foreach (['while it waits', 'when it has the lock'] as $when) {
        $queue = new Queue($server, Check::unique('child'));
        $holder = new RedisMutexLock($server->url());
        Check::true($holder->lock($queue->name, 0, 600), 'held');
        $parent = Worker::run($code, [$server->url(), $server->port, $queue->name, $how]);
        $queue->reaches(1);
        [$token] = $queue->tokens();
        $parent->signal(SIGUSR1);
        $parent->expect('forked');
        $end = static function () use ($redis, $queue, $parent): void {
            $redis->call('RPUSH', "end:$queue->name", 1);
            $parent->expect('the child ended with 7');
        };
        $when === 'while it waits' && $end();
        Check::same([$token], $queue->tokens(), "$how, $when: who waits");
        Check::true($holder->unlock($queue->name), "$how, $when: released");
        Check::same($token, $queue->holder(), "$how, $when: it was next");
        $parent->expect('granted');
        $when === 'while it waits' || $end();
        Check::same($token, $queue->holder(), "$how, $when: who has it");
        $parent->tell('held');
        $parent->expect('mine');
        $parent->tell('end');
        $parent->finish();
        $queue->vanishes();
    }
}
echo 'done';
?>
--EXPECT--
done
