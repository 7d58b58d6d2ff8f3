--TEST--
Twenty waiters that were killed at once do not cost the living one behind them a claim each: 6 s at most, and not twenty
--FILE--
<?php
$server = RedisServer::shared();
$queue = new Queue($server, Check::unique('killed'));
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');
// One process that forks is cheaper than twenty.
$parent = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    $children = [];
    for ($i = 0; $i < 20; $i++) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            @(new RedisMutexLock($url))->lock($name, 60, 600);
            posix_kill(getmypid(), SIGKILL);
        }
        $children[] = $pid;
    }
    hear();
    foreach ($children as $pid) {
        posix_kill($pid, SIGKILL);
    }
    foreach ($children as $pid) {
        pcntl_waitpid($pid, $status);
    }
    say('killed');
    PHP, [$server->url(), $queue->name], modules: ['posix']);
$queue->reaches(20);
$living = $queue->waiter(sleep: 100_000);
$parent->tell('kill');
$parent->expect('killed');
$began = hrtime(true);
Check::true($holder->unlock($queue->name), 'released');
$living->expect('granted', 20);
// The wake-ups of the killed waiters stay unread, one after the other, and after 2 s the server trusts none of them.
// The rest of the bound is for a slow machine.
Check::between(0, 6, (hrtime(true) - $began) / 1e9, 'seconds');
$parent->finish();
$living->tell('end');
$living->finish();
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
