--TEST--
A handler may wait for another lock with the same object: both waits are served by hand-over
--FILE--
<?php
$server = RedisServer::shared();
$outer = new Queue($server, Check::unique('outer'));
$inner = new Queue($server, Check::unique('inner'));
foreach (['inner first', 'outer while the inner wait goes on'] as $order => $how) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($outer->name, 0, 600) && $holder->lock($inner->name, 0, 600), "$how: held");
    $worker = Worker::run(<<<'PHP'
        [, $url, $outer, $inner] = $argv;
        $lock = new RedisMutexLock($url);
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, function () use ($lock, $inner) {
            say($lock->lock($inner, 60, 600, 60000000) ? 'inner granted' : 'inner refused');
        });
        say($lock->lock($outer, 60, 600, 60000000) ? 'outer granted' : 'outer refused');
        $held = $lock->held();
        sort($held);
        say(implode(' ', $held));
        PHP, [$server->url(), $outer->name, $inner->name]);
    $outer->reaches(1);
    $worker->signal(SIGUSR1);
    $inner->reaches(1);
    if ($order === 0) {
        Check::true($holder->unlock($inner->name), "$how: inner released");
        $worker->expect('inner granted');
        Check::true($holder->unlock($outer->name), "$how: outer released");
    } else {
        Check::true($holder->unlock($outer->name), "$how: outer released");
        Check::true($holder->unlock($inner->name), "$how: inner released");
        $worker->expect('inner granted');
    }
    $worker->expect('outer granted');
    $worker->expect("$inner->name $outer->name");
    $worker->finish();
    $outer->vanishes();
    $inner->vanishes();
}
echo 'done';
?>
--EXPECT--
done
