--TEST--
A waiter stays in the queue through an outage that is shorter than retry_for, and gets the lock by a hand-over
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
// An outage lasts until so many attempts have failed.
$attempts = fn (int $count) => function () use ($proxy, $count): void {
    $before = $proxy->accepted();
    $proxy->rule(['do' => 'refuse']);
    $proxy->drop();
    Check::eventually(fn (): bool => $proxy->accepted() >= $before + $count, 20, "$count attempts");
    $proxy->clear();
};
$outages = [
    'one attempt' => $attempts(1),
    'five attempts' => $attempts(5),
    'silence' => function () use ($proxy, $server): void {
        $before = $proxy->accepted();
        $server->pause();
        Check::eventually(fn (): bool => $proxy->accepted() >= $before + 2, 20, 'two connections without an answer');
        $server->resume();
    },
];
foreach ($outages as $outage => $happen) {
    $name = strtr($outage, ' ', '-');
    $queue = new Queue($server, $name);
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($name, 0, 600), "$outage: held");
    $worker = Worker::run(<<<'PHP'
        [, $port, $name] = $argv;
        $lock = new RedisMutexLock(['port' => (int) $port, 'retry_for' => 30, 'command_timeout' => 1.5]);
        // It looks once a minute, so only a hand-over ends the wait soon.
        say($lock->lock($name, null, 60, 60_000_000) ? 'granted' : 'refused');
        say(json_encode([$lock->isLocking($name), RedisMutexLock::stats()['handed_over']]));
        $lock->unlock($name);
        hear();
        PHP, [$proxy->port, $name]);
    $queue->reaches(1);
    $queue->sleep(1);
    $tokens = $queue->tokens();
    $happen();
    $queue->sleep(1);
    Check::same(false, $worker->spoke(), "$outage: it waits");
    Check::same($tokens, $queue->tokens(), "$outage: with the same token");
    Check::true($holder->unlock($name), "$outage: released");
    $worker->expect('granted');
    $worker->expect('[true,1]');
    $worker->tell('end');
    $worker->finish();
    $queue->vanishes();
}
echo "done\n";
?>
--EXPECT--
done
