--TEST--
A process that ends right after an object died without an answer releases its lock, if Redis answers within half a second
--FILE--
<?php
$server = RedisServer::start();
// On a busy machine half a second may be too short for a handshake and an answer. Such a round proves nothing and is repeated.
$round = static function () use ($server): bool {
    $name = Check::unique('ends');
    $worker = Worker::run('$loop = new Tests\FiberLoop();
        RedisMutexLock::onWait($loop->wait(...));
        $lock = new RedisMutexLock($argv[1]);
        say($lock->lock($argv[2], 0, 600) ? "held" : "refused");
        hear();
        unset($lock);
        say("dead");
        hear();', [$server->url(), $name]);
    $worker->expect('held');
    $server->pause();
    $worker->tell('go');
    $worker->expect('dead');
    $server->resume();
    $worker->tell('end');
    $worker->finish(30);

    return $server->client()->call('EXISTS', "lock:$name") === 0;
};
Check::eventually($round, 60, 'a process that ends releases the lock');
echo "done\n";
?>
--EXPECT--
done
