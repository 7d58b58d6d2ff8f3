--TEST--
A handler that forks during the wait: parent and child stand in the queue with tokens of their own and are both served
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
foreach (['both live', 'the parent is killed'] as $round => $how) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($queue->name, 0, 600), "$how: held");
    $worker = Worker::run(<<<'PHP'
        [, $url, $address, $name] = $argv;
        $me = 'parent';
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () use (&$me) {
            $me = pcntl_fork() === 0 ? 'child' : $me;
        });
        $lock = new RedisMutexLock($url);
        $got = $lock->lock($name, 60, 600, 60000000);
        $redis = new Tests\RedisClient($address);
        $redis->call('RPUSH', "said:$name", "$me " . ($got ? 'granted' : 'refused'));
        Tests\Check::true($lock->unlock($name), 'unlock');
        if ($me === 'parent') {
            pcntl_wait($status);
        }
        PHP, [$server->url(), $server->address(), $queue->name]);
    $queue->reaches(1);
    [$parent] = $queue->tokens();
    $worker->signal(SIGUSR1);
    $queue->reaches(2);
    Check::same($parent, $queue->tokens()[0], "$how: the parent keeps its place");
    $queue->sleep(2);
    if ($round === 1) {
        $worker->kill();
    }
    Check::true($holder->unlock($queue->name), "$how: released");
    $redis = $server->client();
    $said = $round === 0 ? ['parent granted', 'child granted'] : ['child granted'];
    Check::eventually(fn (): bool => $redis->call('LLEN', "said:$queue->name") === count($said), 10, "$how: all have had it");
    Check::same($said, $redis->call('LRANGE', "said:$queue->name", 0, -1), $how);
    $round === 0 && $worker->finish();
    Check::eventually(fn (): bool => $queue->holder() === null, 10, "$how: the last one has released it");
    $queue->vanishes();
    $redis->call('DEL', "said:$queue->name");
}
echo 'done';
?>
--EXPECT--
done
