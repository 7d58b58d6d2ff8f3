--TEST--
A signal handler runs between two pages of list(): it may use the object, fork, throw or exit
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
// Other keys make the search long.
for ($i = 0; $i < 5_000; $i += 500) {
    $redis->call('MSET', ...array_merge(...array_map(fn (int $n): array => ["cache:$n", 'x'], range($i, $i + 499))));
}
for ($i = 0; $i < 50; $i++) {
    $redis->call('SET', "lock:$i", 'x');
}
$proxy = Proxy::to($server);
$handlers = [
    'counts' => 'say("handled");',
    'uses the object' => 'Tests\Check::true($lock->lock("new", 0, 60) && $lock->unlock("new"), "in the handler");
        Tests\Check::same(50, count($lock->list()), "list() in the handler"); say("handled");',
    'forks' => '$pid = pcntl_fork(); $pid === 0 || say("handled");',
    'throws' => 'say("handled"); throw $alarm;',
    'exits' => 'say("handled"); exit(7);',
];
foreach ($handlers as $what => $code) {
    // The third page is slow, so the signal comes in the midst of the search.
    $proxy->rule(['command' => 'SCAN', 'nth' => 3, 'do' => 'delayReply', 'ms' => 700]);
    $before = $proxy->count('SCAN');
    $worker = Worker::run('$pid = null;
        $alarm = new Exception("from the handler");
        pcntl_async_signals(true);
        $lock = new RedisMutexLock($argv[1]);
        pcntl_signal(SIGUSR1, function () use (&$pid, $lock, $alarm) { ' . $code . ' });
        try {
            $found = $lock->list();
        } catch (Exception $thrown) {
            Tests\Check::same([$alarm, null], [$thrown, $thrown->getPrevious()], "what was thrown");
            say("thrown");
            hear();
            Tests\Check::same(50, count($lock->list()), "the object still works");
            exit(0);
        }
        Tests\Check::same(50, count(array_unique(array_column($found, "name"))), "found");
        if ($pid === 0) {
            exit(5);
        }
        if ($pid !== null) {
            pcntl_waitpid($pid, $status);
            Tests\Check::same(5, pcntl_wexitstatus($status), "the child has found them all");
        }
        say("ended");', [$proxy->url(command_timeout: 30)]);
    Check::eventually(fn (): bool => $proxy->count('SCAN') - $before >= 3, 20, "$what: in the midst of the search");
    $worker->signal(SIGUSR1);
    $worker->expect('handled', 20);
    $proxy->clear();
    if ($what === 'exits') {
        Check::same(7, $worker->wait(20), "$what: exit status");
        continue;
    }
    if ($what === 'throws') {
        $worker->expect('thrown');
        Check::between(3, 4, $proxy->count('SCAN') - $before, "$what: pages that were asked for");
        $worker->tell('go on');
    } else {
        $worker->expect('ended', 20);
    }
    $worker->finish(20);
}
echo "done\n";
?>
--EXPECT--
done
