--TEST--
After a fork the child's fiber asks under a token of its own, so only one of both processes gets the lock
--FILE--
<?php
$server = RedisServer::start();
$name = Check::unique('forked');
$dir = new TempDir();
$parent = Worker::run('$loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $lock = new RedisMutexLock($argv[1]);
    $lock->isLocking("opens the connection");
    say("ready");
    hear();
    $who = "parent";
    $loop->start(function () use ($argv, $loop, $lock, &$who) {
        try {
            $granted = $lock->lock($argv[2], 0, 600);
            say("$who " . ($granted ? "granted" : "refused"));
            while (!file_exists($argv[3])) {
                $loop->sleep(0.01);
            }
        } catch (Throwable $thrown) {
            say("$who " . get_class($thrown) . ": " . $thrown->getMessage());
        }
    });
    $loop->start(function () use ($loop, &$who) {
        $loop->sleep(0.2);
        if (pcntl_fork() === 0) {
            $who = "child";
            say("forked");
        }
    });
    $loop->run();', [$server->url(command_timeout: 30), $name, $end = $dir->file('end')]);
$parent->expect('ready');
$server->pause();
$parent->tell('go');
$parent->expect('forked');
$server->resume();
// Each of both processes says one line.
$lines = [$parent->line(), $parent->line()];
sort($lines);
Check::same(1, preg_match('/^child (granted|refused)$/', $lines[0]), "the child: " . implode(", ", $lines));
Check::same(1, preg_match('/^parent (granted|refused)$/', $lines[1]), "the parent: '$lines[1]'");
Check::same(1, count(preg_grep('/granted$/', $lines)), 'one has got the lock: ' . implode(', ', $lines));
touch($end);
$parent->wait(30);
Check::eventually(static fn (): bool => $server->client()->call('EXISTS', "lock:$name") === 0, 20, 'the lock is free');
echo "done\n";
?>
--EXPECT--
done
