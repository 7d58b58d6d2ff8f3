--TEST--
After an outage the place in the queue is given up by the next call, by unlockAll, or at the end; otherwise the waiter is taken for dead
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
$ways = [
    'the next call' => '$lock->lock($name, 0);',
    'unlockAll' => '$lock->unlockAll();',
    'unset' => 'unset($lock);',
    'the end' => 'exit;',
    'nothing' => '',
];
foreach ($ways as $way => $code) {
    $name = strtr($way, ' ', '-');
    $queue = new Queue($server, $name);
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($name, 0, 600), "$way: held");
    $worker = Worker::run('
        [, $port, $name] = $argv;
        $lock = new RedisMutexLock(["port" => (int) $port, "retry_for" => 0.2]);
        try {
            $lock->lock($name, null, 60, 60_000_000);
        } catch (RedisMutexLockUnavailableException $e) {
            say("thrown");
        }
        hear();
        ' . $code . '
        say("done");
        hear();', [$proxy->port, $name]);
    $queue->reaches(1);
    $queue->sleep(1);
    [$token] = $queue->tokens();
    $proxy->down();
    $worker->expect('thrown');
    Check::same([$token], $queue->tokens(), "$way: it could not give its place up");
    $proxy->up();
    $worker->tell('go on');
    $way === 'the end' ? $worker->finish() : $worker->expect('done');
    if ($way === 'nothing') {
        // It stands still, as a process that was killed. A claim costs the others 3 s at most.
        $queue->forgets($token);
        $worker->kill();
    } else {
        Check::same([], $queue->tokens(), "$way: the queue");
    }
    $next = $queue->waiter();
    $queue->sleep(1);
    Check::true($holder->unlock($name), "$way: released");
    $next->expect('granted');
    $next->tell('unlock');
    $next->expect('released');
    $next->tell('end');
    $next->finish();
    if ($worker->running()) {
        $worker->tell('end');
        $worker->finish();
    }
    $queue->vanishes();
}
echo "done\n";
?>
--EXPECT--
done
