--TEST--
While lockAll() waits for one name, what it has so far is renewed, and with a number each lock lives that long from the end
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('b', 0, 60), 'held');
$queue = new Queue($server, 'b');
$waiter = Worker::run('$lock = new RedisMutexLock(["url" => $argv[1], "command_timeout" => 10, "lease" => 2]);
    say(json_encode([$lock->lockAll(["c", "b", "a"], 60, 20), array_map($lock->remaining(...), ["a", "b", "c"])]));
    hear();', [$server->url()]);
$queue->reaches(1);
$first = $redis->call('GET', 'lock:a');
// Three leases long it has a, and nothing of c.
for ($until = hrtime(true) + 6_000_000_000; hrtime(true) < $until; usleep(20_000)) {
    Check::same($first, $redis->call('GET', 'lock:a'), 'what it has');
    Check::between(1, 2000, $redis->call('PTTL', 'lock:a'), 'its lease');
}
Check::same(0, $redis->call('EXISTS', 'lock:c'), 'what comes later');
$began = hrtime(true);
Check::true($holder->unlock('b'), 'released');
[$granted, $remaining] = json_decode($waiter->line(60), true);
$took = (hrtime(true) - $began) / 1e9;
Check::true($granted, 'granted');
// The twenty seconds begin behind the release, and the drift of two clocks is taken off.
foreach ($remaining as $at => $seconds) {
    Check::between(20 - $took - 0.3, 20, $seconds, "remaining of number $at, after $took s");
}
$waiter->tell('go');
$waiter->finish();
Check::same(0, $redis->call('DBSIZE'), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
