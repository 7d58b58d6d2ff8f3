--TEST--
The child of a handler that forks in the wait for a share waits in its own place, and both get shares of their own or turns under a limit
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$queue = new Queue($server, 'x');
foreach (['null', '1'] as $limit) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock('x', 0, 600), "limit $limit: a lock");
    $parent = Worker::run('[, $url, $address] = $argv;
        $who = "parent";
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () use (&$who) {
            if (pcntl_fork() === 0) {
                $who = "child";
            }
        });
        $lock = new RedisMutexLock($url);
        $granted = $lock->lockShared("x", 60, 60, limit: ' . $limit . ');
        say("$who " . json_encode([$granted, $lock->token("x")]));
        while (true) {
            // Both read the same lines of the test, so a line in Redis tells each of them to go on.
            $redis ??= new Tests\RedisClient($address);
            if ($redis->call("EXISTS", "go") === 1) {
                break;
            }
            usleep(5_000);
        }
        say("$who " . ($lock->isLocking("x") && $lock->unlock("x") ? "released" : "lost"));
        $who === "child" || pcntl_wait($status);', [$server->url(), $server->address()]);
    $queue->reaches(1);
    [$first] = $queue->tokens();
    $parent->signal(SIGUSR1);
    $queue->reaches(2);
    Check::same($first, $queue->tokens()[0], "limit $limit: the parent keeps its place");
    Check::true($holder->unlock('x'), "limit $limit: released");
    if ($limit === 'null') {
        // They come in together, in any order of their lines.
        $lines = [$parent->line(20), $parent->line(20)];
        sort($lines);
        [$ofChild, $ofParent] = array_map(static fn (string $line): array => json_decode(explode(' ', $line, 2)[1], true), $lines);
        Check::same([true, true, $first], [$ofChild[0], $ofParent[0], $ofParent[1]], 'both have shares, and the parent has its own');
        Check::true($ofChild[1] !== $first, 'the token of the child is another one');
        Check::same(2, $redis->call('ZCARD', 'lock:x'), 'two shares');
        $redis->call('SET', 'go', 1);
        $ends = [$parent->line(20), $parent->line(20)];
        sort($ends);
    } else {
        // One after the other, the parent first.
        $parent->expect('parent ' . json_encode([true, $first]), 20);
        Check::same([$first], $redis->call('ZRANGE', 'lock:x', 0, -1), 'one share');
        $redis->call('SET', 'go', 1);
        $lines = [$parent->line(20), $parent->line(20), $parent->line(20)];
        $turn = array_values(preg_grep('/^child \[true,/', $lines));
        Check::same([1, false], [count($turn), str_contains($turn[0], $first)], 'the child has a turn of its own');
        $ends = array_values(array_diff($lines, $turn));
        sort($ends);
    }
    Check::same(['child released', 'parent released'], $ends, "limit $limit: both release");
    $parent->finish();
    $redis->call('DEL', 'go');
    $queue->vanishes();
}
echo "done\n";
?>
--EXPECT--
done
