--TEST--
A worker that handles SIGTERM, and gets it again and again until its end, releases all its locks
--FILE--
<?php
$server = RedisServer::start();
for ($turn = 0; $turn < 12; $turn++) {
    // An object in a static dies later than one in a variable.
    $worker = Worker::run(<<<'PHP'
        $stop = false;
        pcntl_async_signals(true);
        pcntl_signal(SIGTERM, function () use (&$stop) { $stop = true; });
        $locks = [new RedisMutexLock($argv[1]), new RedisMutexLock($argv[1])];
        class Kept { static $lock; }
        [Kept::$lock] = $locks;
        foreach ($locks as $number => $lock) {
            for ($i = 0; $i < 200; $i++) {
                Tests\Check::true($lock->lock("$number-$i", 0, 600), 'lock');
            }
        }
        say('held');
        while (!$stop) {
            usleep(100_000);
        }
        PHP, [$server->url()]);
    $worker->expect('held', 30);
    $signals = 0;
    while ($worker->running()) {
        $worker->signal(SIGTERM);
        usleep(100 + 50 * $turn);
        $signals++;
    }
    Check::between(1, 1_000_000, $signals, 'signals');
    Check::same(0, $server->client()->call('DBSIZE'), "turn $turn: keys that are left");
}
echo "done\n";
?>
--EXPECT--
done
