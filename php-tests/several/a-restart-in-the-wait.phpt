--TEST--
After a restart of Redis in the midst of a wait lockAll() has all its names again
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock([...$server->config(), 'retry_for' => 60]);
Check::true($holder->lock('b', 0, 600), 'held');
$queue = new Queue($server, 'b');
$waiter = Worker::run('$lock = new RedisMutexLock(["url" => $argv[1], "retry_for" => 60, "lease" => 2]);
    say($lock->lockAll(["a", "b"], 60, 60) ? "granted" : "refused");
    say(json_encode([$lock->isLocking("a"), $lock->isLocking("b")]));
    hear();', [$server->url()]);
$queue->reaches(1);
// Without persistence a restart loses everything: a of the waiter, and b of the holder.
$redis->call('FLUSHALL');
$waiter->expect('granted', 30);
$waiter->expect('[true,true]');
$waiter->tell('go');
$waiter->finish();
Check::same(0, $redis->call('DBSIZE'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
