--TEST--
max_hold counts from the moment when lockAll() has all names
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('b', 0, 60), 'held');
$queue = new Queue($server, 'b');
$waiter = Worker::run('$lock = new RedisMutexLock(["url" => $argv[1], "command_timeout" => 10, "lease" => 3, "max_hold" => 4]);
    $granted = $lock->lockAll(["a", "b"], 60, null);
    $began = hrtime(true);
    while ($lock->held() !== []) {
        usleep(10_000);
    }
    say(json_encode([$granted, (hrtime(true) - $began) / 1e9, $lock->held()]));', [$server->url()]);
$queue->reaches(1);
// Longer than max_hold.
usleep(4_500_000);
Check::true($holder->unlock('b'), 'released');
[$granted, $seconds, $held] = json_decode($waiter->line(60), true);
Check::true($granted, 'granted');
Check::between(3.5, 20.0, $seconds, 'seconds until both end');
Check::same([], $held, 'and b ends with it');
$waiter->finish();
echo "done\n";
?>
--EXPECT--
done
