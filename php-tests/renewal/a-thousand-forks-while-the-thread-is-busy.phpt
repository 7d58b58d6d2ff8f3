--TEST--
1,000 forks while the thread works: no child hangs, and every child ends well
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('forks');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    // Renewed every 13 ms. A fork may delay a renewal and lose the lock, which does not matter here.
    $busy = new RedisMutexLock(['url' => $url, 'lease' => 0.04]);
    $kept = new RedisMutexLock(['url' => $url, 'lease' => 5]);
    Tests\Check::true($kept->lock("$name-kept", expire: null), 'lock');
    $statuses = [];
    for ($i = 0; $i < 1000; $i++) {
        try {
            for ($j = 0; $i % 50 === 0 && $j < 200; $j++) {
                $busy->lock("$name-busy-$j", expire: null);
            }
        } catch (RedisMutexLockUnavailableException) {
            // The grant arrived after so short a lease was over.
        }
        $pid = pcntl_fork();
        if ($pid === 0) {
            // Its default action ends the child, and its parent sees it.
            pcntl_alarm(60);
            if ($i % 2 === 0) {
                // The child's own table, thread and connection.
                Tests\Check::true($kept->lock("$name-child-$i", expire: null), 'lock of the child');
                Tests\Check::same(["$name-child-$i"], $kept->held(), 'held by the child');
            }
            if ($i % 7 === 0) {
                Tests\Check::same(false, $busy->unlock("$name-busy-0"), 'nothing of its parent');
            }
            exit(0);
        }
        pcntl_waitpid($pid, $status);
        $statuses[] = $status;
    }
    Tests\Check::same([0 => 1000], array_count_values($statuses), 'statuses');
    Tests\Check::true($kept->isLocking("$name-kept"), 'the parent goes on');
    $busy->unlockAll();
    PHP, [$server->url(), $name]);
// A child that hangs is ended by its alarm.
$worker->finish(240);
Check::eventually(fn (): bool => $redis->call('KEYS', "lock:$name*") === [], 5, 'keys');
echo 'done';
?>
--EXPECT--
done
