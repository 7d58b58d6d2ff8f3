--TEST--
When a share is released beside a dead one, the waiters are next, and no foreign SET NX gets in before them
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
foreach (['lock("y", 60, 60)', 'lockShared("y", 60, 60, limit: 1)'] as $call) {
    $queue = new Queue($server, 'y');
    $live = new RedisMutexLock($server->url());
    Check::true($live->lockShared('y', 0, 10), 'ten seconds');
    $dead = Worker::run('(new ReflectionClass("RedisMutexLock"));
        $lock = new RedisMutexLock(["url" => $argv[1], "auto_release" => false]);
        $lock->lockShared("y", 0, 0.3);
        say("has it");
        hear();', [$server->url()]);
    $dead->expect('has it');
    $dead->kill();
    $waiter = Worker::run('$lock = new RedisMutexLock($argv[1]);
        say(($lock->' . $call . ') ? "granted" : "refused");
        hear();', [$server->url()]);
    $queue->reaches(1);
    usleep(500_000);
    Check::true($live->unlock('y'), 'released');
    Check::same(null, $redis->call('SET', 'lock:y', 'foreign', 'NX', 'PX', 1000), 'nobody gets in between');
    $waiter->expect('granted');
    $waiter->tell('end');
    $waiter->finish();
    $queue->vanishes();
}
echo "done\n";
?>
--EXPECT--
done
