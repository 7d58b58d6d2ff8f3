--TEST--
A lock that is lost before the last one is granted makes lockAll() begin again, and no callback hears of it
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('b', 0, 60), 'held');
$queue = new Queue($server, 'b');
$waiter = Worker::run('$lock = new RedisMutexLock(["url" => $argv[1], "lease" => 0.6]);
    $lock->onLost(fn (string $name) => say("lost $name"));
    say($lock->lockAll(["a", "b"], 60, 30) ? "granted" : "refused");
    say(json_encode([$lock->isLocking("a"), $lock->isLocking("b"), RedisMutexLock::stats()["lost"]]));
    hear();', [$server->url()]);
$queue->reaches(1);
$redis->call('SET', 'lock:a', 'thief', 'PX', 1500);
// A renewal finds that a is lost. Then b becomes free, before a does.
usleep(500_000);
Check::true($holder->unlock('b'), 'released');
Check::same('thief', $redis->call('GET', 'lock:a'), 'the thief has it still');
$waiter->expect('granted', 30);
$waiter->expect('[true,true,0]');
$waiter->tell('go');
$waiter->finish();
// Without a wait a loss is false.
Check::same(0, $redis->call('DBSIZE'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
