--TEST--
While a queue is served, a newcomer's single attempts are refused, with and without fencing, and a foreign SET NX too
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$newcomers = [
    'plain' => static fn (string $name): callable
        => static fn (): bool => @(new RedisMutexLock($server->url()))->lock($name, 0, 600),
    'fenced' => static fn (string $name): callable
        => static fn (): bool => @(new RedisMutexLock(['url' => $server->url(), 'fencing' => true]))->lock($name, 0, 600),
    'foreign' => static fn (string $name): callable
        => static fn (): bool => $redis->call('SET', "lock:$name", 'foreign', 'NX', 'PX', 600_000) !== null,
];
foreach ($newcomers as $kind => $make) {
    $queue = new Queue($server, $kind);
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($queue->name, 0, 600), 'held');
    $workers = [];
    foreach (range(1, 6) as $i) {
        $workers[] = Worker::run(<<<'PHP'
            [, $name, $behind] = $argv;
            $server = Tests\RedisServer::shared();
            $redis = $server->client();
            $lock = new RedisMutexLock($server->url());
            Tests\Check::true($lock->lock($name, 60, 600, 60000000), 'granted');
            // Long enough for attempts of the others.
            usleep(5000);
            $redis->call('INCR', "served:$name");
            (new Tests\Queue($server, $name))->sleep((int) $behind);
            Tests\Check::true($lock->unlock($name), 'released');
            PHP, [$queue->name, 6 - $i], $server->environment());
        $queue->reaches($i);
    }
    $attempt = $make($queue->name);
    Check::same(false, $attempt(), "$kind: while the lock is held");
    $queue->sleep(6);
    Check::true($holder->unlock($queue->name), 'released');
    $attempts = 0;
    while (!$attempt()) {
        $attempts++;
        Check::true($attempts < 1_000_000, "$kind: it gets in at last");
    }
    // The newcomer got the lock after the last waiter.
    Check::same('6', $redis->call('GET', "served:$queue->name"), "$kind: served before the newcomer");
    foreach ($workers as $worker) {
        $worker->finish();
    }
    $redis->call('DEL', "served:$queue->name", $queue->lock);
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
