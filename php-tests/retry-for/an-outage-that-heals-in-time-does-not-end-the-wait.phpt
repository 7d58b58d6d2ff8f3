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
        say($lock->lock($name, null, 60, 60_000_000) ? 'granted' : 'refused');
        hear();
        say($lock->unlock($name) ? 'was its own' : 'lost');
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
    // The waiter still asks once a second and may ask at this very moment. What the server has says who gave it the lock.
    Check::same($tokens, [$queue->holder()], "$outage: the release has handed the lock over");
    $worker->expect('granted');
    $worker->tell('unlock');
    $worker->expect('was its own');
    $worker->tell('end');
    $worker->finish();
    $queue->vanishes();
}
echo "done\n";
?>
--EXPECT--
done
