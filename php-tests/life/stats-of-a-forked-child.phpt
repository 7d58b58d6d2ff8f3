--TEST--
stats: a forked child starts at zero and counts what it does itself, also when it is born in a wait
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('counted');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock($url);
    $lock->lock("$name-0", 0, 600);
    $lock->lock("$name-0");
    $before = RedisMutexLock::stats();
    Tests\Check::same([1, 1, 1], [$before['acquired'], $before['refused'], $before['connections_opened']], 'the parent');
    for ($generation = 1; $generation <= 2; $generation++) {
        $parents = RedisMutexLock::stats();
        $pid = pcntl_fork();
        if ($pid !== 0) {
            pcntl_waitpid($pid, $status);
            Tests\Check::same(0, $status, "status of generation $generation");
            Tests\Check::same($parents, RedisMutexLock::stats(), "nothing of generation $generation's is counted here");
            say((string) $generation);
            exit(0);
        }
        Tests\Check::same(0.0, Tests\Stats::sum(RedisMutexLock::stats()), "generation $generation starts at zero");
        Tests\Check::true(RedisMutexLock::stats()['since'] > $parents['since'], "generation $generation counts since its birth");
        $moved = Tests\Stats::moved(fn () => [$lock->held(), $lock->unlock("$name-0"), $lock->lock("$name-$generation")]);
        Tests\Check::same(['acquired' => 1, 'connections_opened' => 1], $moved, "generation $generation");
    }
    PHP, [$redis->url(), $name]);
$worker->expect('2');
$worker->expect('1');
$worker->finish();

// A handler forks while the parent waits. The child waits on for a lock of its own.
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'held');
$code = <<<'PHP'
    [, $url, $name] = $argv;
    pcntl_async_signals(true);
    $child = null;
    pcntl_signal(SIGUSR1, function () use (&$child): void { $child = pcntl_fork(); });
    $lock = new RedisMutexLock($url);
    $began = hrtime(true);
    say('waits');
    // The deadline could cut short a look right before it, and the next look would need a new connection.
    $got = $lock->lock($name, 3, 600, 60_000_000);
    $took = (hrtime(true) - $began) / 1e9;
    if ($child > 0) {
        pcntl_waitpid($child, $status);
        Tests\Check::same(0, $status, 'status of the child');
    }
    ['timed_out' => $timedOut, 'waited_seconds' => $waited, 'wait_buckets' => $buckets, 'connections_opened' => $opened]
        = RedisMutexLock::stats();
    say(json_encode([$got, $timedOut, $opened, $waited, $took, array_sum($buckets)]));
    PHP;
// On a busy machine a last look may miss its deadline and cost a second connection, but not each time.
for ($try = 1, $opened = 0; $opened !== 1 && $try <= 4; $try++) {
    $worker = Worker::run($code, [$redis->url(), $name]);
    $worker->expect('waits');
    (new Tests\Queue($redis, $name))->reaches(1);
    usleep(500_000); // the parent waits alone during this time
    $worker->signal(SIGUSR1);
    $child = json_decode($worker->line());
    $parent = json_decode($worker->line());
    foreach (['the child' => $child, 'the parent' => $parent] as $who => [$got, $timedOut, , , , $waits]) {
        Check::same([false, 1, 1], [$got, $timedOut, $waits], $who);
    }
    Check::between(0, $child[4] - 0.4, $child[3], 'the time that the child has waited itself');
    Check::between(2.9, $parent[4], $parent[3], 'the time of the parent');
    $opened = max($child[2], $parent[2]);
    $worker->finish();
}
Check::same(1, $opened, 'connections of the child and of the parent, the most of both');

echo 'done';
?>
--EXPECT--
done
