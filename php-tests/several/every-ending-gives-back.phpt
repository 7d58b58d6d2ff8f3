--TEST--
A handler that throws, exit, a kill and an outage in the midst of lockAll() leave nothing behind
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('m', 0, 60), 'held');
$queue = new Queue($server, 'm');
$begin = static function (string $handler) use ($server): Worker {
    return Worker::run('pcntl_async_signals(true);
        $lock = new RedisMutexLock(["url" => $argv[1], "lease" => 0.5, "auto_release" => false]);
        pcntl_signal(SIGUSR1, function () use ($lock) { ' . $handler . ' });
        try {
            say($lock->lockAll(["a", "m", "z"], 60) ? "granted" : "refused");
        } catch (Exception $thrown) {
            say(get_class($thrown) . ": " . json_encode($lock->held()));
        }
        hear();', [$server->url()]);
};
// What a handler sees, and cannot change.
$seeing = $begin('say(json_encode([$lock->held(), $lock->isLocking("a"), $lock->unlock("a"), $lock->expire("a", 9), $lock->detach("a"),
    $lock->lock("a"), $lock->lockAll(["a"]), $lock->unlockAll(), $lock->remaining("a")]));');
$queue->reaches(1);
$seeing->signal(SIGUSR1);
$seeing->expect('[[],false,false,false,null,false,false,true,null]');
Check::same(1, $redis->call('EXISTS', 'lock:a'), 'it has a still');
$seeing->kill();
Check::eventually(static fn (): bool => $redis->call('EXISTS', 'lock:a') === 0, 10, 'the lease of a killed one ends');
$queue->reaches(0);
$throwing = $begin('throw new LogicException("enough");');
$queue->reaches(1);
$throwing->signal(SIGUSR1);
$throwing->expect('LogicException: []');
Check::same(0, $redis->call('EXISTS', 'lock:a'), 'given back');
$throwing->tell('go');
$throwing->finish();
$exiting = $begin('exit;');
$queue->reaches(1);
$exiting->signal(SIGUSR1);
$exiting->wait(20);
Check::same(0, $redis->call('EXISTS', 'lock:a'), 'given back at the exit');
$queue->reaches(0);
echo "done\n";
?>
--EXPECT--
done
