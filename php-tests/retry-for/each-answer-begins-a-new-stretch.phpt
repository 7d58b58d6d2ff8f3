--TEST--
Several outages, each shorter than retry_for but together longer, do not end a wait
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
$retry_for = 3.5;
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('a', 0, 600), 'held');
$worker = Worker::run(<<<'PHP'
    [, $port, $retry_for] = $argv;
    $lock = new RedisMutexLock(['port' => (int) $port, 'retry_for' => $retry_for]);
    try {
        say($lock->lock('a', null, 60, 60_000_000) ? 'granted' : 'refused');
    } catch (RedisMutexLockUnavailableException $e) {
        say($e->getMessage());
    }
    PHP, [$proxy->port, $retry_for]);
$queue->reaches(1);
$total = 0.0;
while ($total < 1.2 * $retry_for) {
    $queue->sleep(1);
    $before = $proxy->accepted();
    $proxy->rule(['do' => 'refuse']);
    $proxy->drop();
    $began = hrtime(true);
    // Seven attempts with their pauses take 0.6 s.
    Check::eventually(fn (): bool => $proxy->accepted() >= $before + 7, 20, 'seven attempts');
    $total += (hrtime(true) - $began) / 1e9;
    $proxy->clear();
}
$queue->sleep(1);
Check::same(false, $worker->spoke(), 'it waits');
Check::true($holder->unlock('a'), 'released');
$worker->expect('granted');
$worker->finish();
echo "done\n";
?>
--EXPECT--
done
