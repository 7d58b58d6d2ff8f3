--TEST--
After a fork while a fiber adopts a lock, the child releases nothing of its parent, who has the lock
--FILE--
<?php
$server = RedisServer::start();
$name = Check::unique('adopted');
$dir = new TempDir();
$giver = new RedisMutexLock($server->url());
Check::true($giver->lock($name, 0, 600), 'held');
$token = $giver->detach($name);
$parent = Worker::run('$loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $lock = new RedisMutexLock($argv[1]);
    $lock->isLocked("opens the connection");
    say("ready");
    hear();
    $who = "parent";
    $loop->start(function () use ($argv, $loop, &$lock, &$who) {
        try {
            $outcome = $lock->adopt($argv[2], $argv[3], 600) ? "adopted" : "refused";
        } catch (Throwable $thrown) {
            $outcome = get_class($thrown);
        }
        // The child gives up all that it knows of.
        if ($who === "child") {
            $lock->unlockAll();
            unset($lock);
        }
        say("$who $outcome");
        while ($who === "parent" && !file_exists($argv[4])) {
            $loop->sleep(0.01);
        }
    });
    $loop->start(function () use ($loop, &$who) {
        $loop->sleep(0.2);
        if (pcntl_fork() === 0) {
            $who = "child";
            say("forked");
        }
    });
    $loop->run();', [$server->url(command_timeout: 30), $name, $token, $end = $dir->file('end')]);
$parent->expect('ready');
$server->pause();
$parent->tell('go');
$parent->expect('forked');
$server->resume();
$lines = [$parent->line(), $parent->line()];
sort($lines);
Check::same(['child RedisMutexLockException', 'parent adopted'], $lines, 'what each of both has');
Check::same(1, $server->client()->call('EXISTS', "lock:$name"), 'the lock is held');
touch($end);
$parent->wait(30);
Check::eventually(static fn (): bool => $server->client()->call('EXISTS', "lock:$name") === 0, 20, 'the lock is free');
echo "done\n";
?>
--EXPECT--
done
