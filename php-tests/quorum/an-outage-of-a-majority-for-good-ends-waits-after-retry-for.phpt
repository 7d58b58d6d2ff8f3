--TEST--
Three of five servers are dead or hang for good: each wait throws after retry_for, in the queue and before it; with two away no wait ends
--FILE--
<?php
$cases = ['kill' => 'Connection refused', 'pause' => ' within \d+ ms'];
Together::each($cases, static function (string $trouble, string $way): void {
    $set = QuorumSet::start();
    $config = $set->config(['command_timeout' => 2, 'retry_for' => 1.5]);
    $lock = new RedisMutexLock($config);
    Check::true($lock->lock('a', 0, 600), 'lock');
    $set->agree('a', $lock->token('a'));
    $code = <<<'PHP'
        $lock = new RedisMutexLock(unserialize($argv[1]));
        say('waits');
        try {
            say($lock->lock($argv[2], null, 600) ? 'granted' : 'refused');
        } catch (RedisMutexLockUnavailableException $exception) {
            say($exception->getMessage());
        }
        PHP;
    $queue = $set->queue('a');
    $waiters = [];
    for ($i = 0; $i < 3; $i++) {
        $waiters[] = Worker::run($code, [serialize($config), 'a']);
        $waiters[$i]->expect('waits');
    }
    $queue->reaches(3);
    $set->$way(0, 3);
    // More than retry_for.
    usleep(2_500_000);
    foreach ($waiters as $i => $waiter) {
        Check::same(false, $waiter->spoke(), "waiter $i still waits");
    }
    $began = hrtime(true);
    $set->$way(1);
    $newcomer = Worker::run($code, [serialize($config), 'a']);
    $newcomer->expect('waits');
    foreach ([...$waiters, $newcomer] as $i => $waiter) {
        $message = $waiter->line(30);
        Check::between(1.4, 1.5 + 2 * 2 + 8, (hrtime(true) - $began) / 1e9, "waiter $i: seconds");
        Check::true(str_starts_with($message, 'No majority of 5 Redis servers: '), "waiter $i: $message");
        Check::same(1, preg_match('/; tried for (\d+\.\d) s \(retry_for is 1\.5 s\)$/', $message), "waiter $i: $message");
        Check::same(1, preg_match("/$trouble/", $message), "waiter $i: $message");
        $waiter->finish(30);
    }
});
echo 'done';
?>
--EXPECT--
done
