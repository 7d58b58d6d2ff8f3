--TEST--
poolStats: outside of php-fpm it is what stats is, also in a forked child
--FILE--
<?php
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $same = static fn (string $what) => Tests\Check::same(RedisMutexLock::stats(), RedisMutexLock::poolStats(), $what);
    $same('a process that has done nothing');
    $lock = new RedisMutexLock($url);
    $other = new RedisMutexLock($url);
    Tests\Check::same([true, false, false], [$lock->lock($name), $other->lock($name), $other->lock($name, 0.2)], 'locks');
    $same('after locks and a wait');
    Tests\Check::same([1, 1], [RedisMutexLock::poolStats()['timed_out'], array_sum(RedisMutexLock::poolStats()['wait_buckets'])], 'a wait');
    $parents = RedisMutexLock::poolStats();
    $pid = pcntl_fork();
    if ($pid === 0) {
        $same('a child');
        Tests\Check::same(0.0, Tests\Stats::sum(RedisMutexLock::poolStats()), 'which has done nothing');
        (new RedisMutexLock($url))->isLocked($name);
        Tests\Check::same(1, RedisMutexLock::poolStats()['connections_opened'], 'and counts what it does');
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    Tests\Check::same(0, $status, 'status of the child');
    Tests\Check::same($parents, RedisMutexLock::poolStats(), 'nothing of the child is in it');
    say('done');
    PHP, [RedisServer::shared()->url(), Check::unique('alone')]);
$worker->expect('done');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
