--TEST--
After a restart or a kill of Redis, or a loss of all its data, in the midst of a wait lockAll() has all its names again
--FILE--
<?php
$ways = [
    'FLUSHALL' => static fn (RedisServer $server) => $server->client()->call('FLUSHALL'),
    'a restart' => static fn (RedisServer $server) => $server->restart(),
    'a kill' => static fn (RedisServer $server) => $server->restart(kill: true),
];
Together::each($ways, static function (callable $lose, string $way): void {
    $server = RedisServer::start();
    $holder = new RedisMutexLock([...$server->config(), 'retry_for' => 60]);
    Check::true($holder->lock('b', 0, 600), "$way: held");
    $queue = new Queue($server, 'b');
    $waiter = Worker::run('$lock = new RedisMutexLock(["url" => $argv[1], "retry_for" => 60, "lease" => 2]);
        $lock->onLost(fn (string $name) => say("lost $name"));
        say($lock->lockAll(["c", "b", "a"], 60, 60) ? "granted" : "refused");
        say(json_encode([$lock->isLocking("a"), $lock->isLocking("b"), $lock->isLocking("c"), $lock->held()]));
        hear();', [$server->url()]);
    $queue->reaches(1);
    // Without persistence everything is gone: a of the waiter, and b of the holder.
    $lose($server);
    $waiter->expect('granted', 30);
    $waiter->expect('[true,true,true,["a","b","c"]]');
    $waiter->tell('go');
    $waiter->finish();
    Check::same(0, $server->client()->call('DBSIZE'), "$way: nothing is left");
});
echo "done\n";
?>
--EXPECT--
done
