--TEST--
A child sends nothing on its parent's TLS connection, not even at its end, and locks on a connection of its own
--FILE--
<?php
$server = RedisServer::shared();
$proxy = BlindProxy::to($server);
$name = Check::unique('parent');
$worker = Worker::run(<<<'PHP'
    [, $config, $name] = $argv;
    $lock = new RedisMutexLock(json_decode($config, true));
    Tests\Check::true($lock->lock($name, 0, 600) && $lock->lock("$name-renewed", 0, null), 'locks of the parent');
    say('held');
    hear();
    foreach (['ends at once', 'is killed', 'uses the object', 'drops the object'] as $i => $what) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            if ($i === 1) {
                posix_kill(getmypid(), SIGKILL);
            } elseif ($i === 2) {
                Tests\Check::same([[], false], [$lock->held(), $lock->unlock($name)], 'nothing of its parent');
                Tests\Check::same(false, $lock->lock($name), 'its parent holds it');
                Tests\Check::true($lock->lock("$name-child", 0, 60) && $lock->unlock("$name-child"), 'its own lock');
            } elseif ($i === 3) {
                unset($lock);
            }
            exit(0);
        }
        pcntl_waitpid($pid, $status);
        Tests\Check::same($i === 1 ? SIGKILL : 0, $status, "status of the child that $what");
    }
    say('forked');
    hear();
    Tests\Check::true($lock->isLocking($name) && $lock->isLocking("$name-renewed"), 'the parent goes on');
    Tests\Check::true($lock->unlockAll(), 'unlockAll');
    say('released');
    hear();
    PHP, [json_encode($proxy->tlsConfig() + ['lease' => 3_600]), $name], modules: ['posix']);
$worker->expect('held');
Check::same(1, $proxy->accepted(), 'connections of the parent');
$before = [$proxy->sent(1), $proxy->received(1)];
$worker->tell('fork');
$worker->expect('forked', 30);
Check::same($before, [$proxy->sent(1), $proxy->received(1)], 'bytes on the connection of the parent meanwhile');
Check::same([2, 2, 1], [$proxy->accepted(), $proxy->handshakes(), $proxy->open()], 'connections, handshakes, open ones');
$worker->tell('go on');
$worker->expect('released');
Check::true(strlen($proxy->sent(1)) > strlen($before[0]), 'the parent goes on on its connection');
Check::same(2, $proxy->accepted(), 'connections at the end');
$worker->tell('end');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
