--TEST--
A release that is not awaited hands the lock over: 200 hand-overs among four processes, one holder at a time, no long wait
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$dir = new TempDir();
$config = $server->config() + ['await_release' => false, 'command_timeout' => 10, 'retry_for' => 30];
foreach (['a number' => 60, 'renewed' => null] as $kind => $expire) {
    $name = Check::unique('queue');
    $inside = $dir->file("inside-$name");
    $workers = [];
    for ($i = 0; $i < 4; $i++) {
        $workers[] = Worker::run(<<<'PHP'
            [, $config, $name, $inside, $expire] = $argv;
            $lock = new RedisMutexLock(unserialize($config));
            say('ready');
            hear();
            $longest = 0;
            for ($i = 0; $i < 50; $i++) {
                $began = hrtime(true);
                // Only a hand-over ends this wait.
                Tests\Check::true($lock->lock($name, null, $expire === '' ? null : 60, 60_000_000), "lock $i");
                $longest = max($longest, hrtime(true) - $began);
                Tests\Check::true(@mkdir($inside), "$i: nobody else is inside");
                Tests\Check::true($lock->isLocking($name), "$i: it is mine");
                Tests\Check::true(rmdir($inside), "$i: leaving");
                Tests\Check::true($lock->unlock($name), "unlock $i");
            }
            say(json_encode([$longest / 1e9, RedisMutexLock::stats()]));
            PHP, [serialize($config), $name, $inside, (string) $expire]);
    }
    array_map(fn (Worker $worker) => $worker->expect('ready'), $workers);
    array_map(fn (Worker $worker) => $worker->tell('go'), $workers);
    $handed = 0;
    foreach ($workers as $worker) {
        [$longest, $stats] = json_decode($worker->line(100), true);
        Check::between(0, 10, $longest, "$kind: the longest wait in seconds");
        // The last release may not have been answered yet, and counts all the same.
        Check::same([50, 50, 0], [$stats['acquired'], $stats['released'], $stats['lost']], "$kind: counters");
        $handed += $stats['handed_over'];
        $worker->finish(20);
    }
    Check::between(100, 200, $handed, "$kind: hand-overs");
    Check::same([], $redis->call('KEYS', "lock:$name*"), "$kind: nothing is left");
}
echo "done\n";
?>
--EXPECT--
done
