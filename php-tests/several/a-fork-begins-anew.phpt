--TEST--
The child of a handler that forks in the midst of lockAll() begins anew, and the parent keeps what it has
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('m', 0, 60), 'held');
$queue = new Queue($server, 'm');
$parent = Worker::run('pcntl_async_signals(true);
    $lock = new RedisMutexLock($argv[1]);
    $who = "parent";
    pcntl_signal(SIGUSR1, function () use (&$who) {
        if (pcntl_fork() === 0) {
            $who = "child";
        }
    });
    $granted = $lock->lockAll(["a", "m"], 60, 60);
    say("$who " . ($granted ? "granted" : "refused") . " " . json_encode($lock->held()));
    usleep(100_000);
    say("$who " . ($lock->unlockAll() ? "released" : "lost"));
    $who === "child" || pcntl_wait($status);', [$server->url()]);
$queue->reaches(1);
$first = $redis->call('GET', 'lock:a');
$parent->signal(SIGUSR1);
(new Queue($server, 'a'))->reaches(1);
Check::same($first, $redis->call('GET', 'lock:a'), 'the parent keeps a');
Check::true($holder->unlock('m'), 'released');
$parent->expect('parent granted ["a","m"]', 20);
// The parent's release lets the child in, and either of them may say so first.
$said = [$parent->line(20), $parent->line(20), $parent->line(20)];
Check::same([], array_diff(['parent released', 'child granted ["a","m"]', 'child released'], $said), implode(', ', $said));
$parent->wait(20);
echo "done\n";
?>
--EXPECT--
done
