--TEST--
A fork at the very moment of the first renewal: the child's own locks are renewed, and its end does not hang
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
// A process makes some things once, at its first renewal. A fork at that moment may copy them half made. The moment
// takes microseconds, so many children try: each is forked off a process without a renewal, which is as good as a new
// one.
$code = <<<'PHP'
    [, $url, $times] = $argv;
    function child(string $url, string $name): never {
        // Its default action ends a child that hangs, and its parent sees that.
        pcntl_alarm(8);
        $lock = new RedisMutexLock(['url' => $url, 'lease' => 0.3]);
        $end = hrtime(true) + 4_000_000_000;
        do {
            try {
                // Once, unless the machine stood still for longer than this lease.
                $lock->lock($name, 1, null);
            } catch (RedisMutexLockUnavailableException) {
            }
            usleep(20_000);
            $renewed = RedisMutexLock::stats()['renewed'];
        } while ($renewed === 0 && hrtime(true) < $end);
        exit($renewed > 0 ? 0 : 2);
    }
    function parent_of_ten(string $url, string $name): never {
        pcntl_alarm(20);
        $lock = new RedisMutexLock(['url' => $url, 'lease' => 0.06]);
        $began = hrtime(true);
        $lock->lock($name, 10, null);
        // About a third of the lease, so that the first forks come before the renewal and the last ones after it.
        while (hrtime(true) < $began + 19_500_000);
        for ($i = 0; $i < 10; $i++) {
            $children[] = $pid = pcntl_fork();
            $pid === 0 && child($url, "$name-$i");
        }
        foreach ($children as $pid) {
            pcntl_waitpid($pid, $status);
            $statuses[] = $status;
        }
        exit(array_sum($statuses) === 0 ? 0 : 2);
    }
    for ($i = 0, $status = 0; $i < $times && $status === 0; $i++) {
        $pid = pcntl_fork();
        $pid === 0 && parent_of_ten($url, getmypid() . "-$i");
        pcntl_waitpid($pid, $status);
    }
    say("$i: $status");
    PHP;
$workers = [];
for ($i = 0; $i < 2; $i++) {
    $workers[] = Worker::run($code, [$server->quickUrl(), 30]);
}
foreach ($workers as $worker) {
    $worker->expect('30: 0', 60);
    $worker->finish();
}
// The children released their locks at their ends. A child that stood still for half a second there could not do it, so
// more children have to show it then.
for ($i = 0; $i < 3 && $redis->call('KEYS', '*') !== []; $i++) {
    $worker = Worker::run($code, [$server->quickUrl(), 1]);
    $worker->expect('1: 0', 60);
    $worker->finish();
}
Check::same([], $redis->call('KEYS', '*'), 'keys in the end');
echo 'done';
?>
--EXPECT--
done
