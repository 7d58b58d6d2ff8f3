--TEST--
A request of many records arrives whole: unlockAll() of long names, the server reads slowly
--FILE--
<?php
$server = RedisServer::start();
$proxy = BlindProxy::to($server);
$lock = new RedisMutexLock($proxy->tlsConfig() + ['command_timeout' => 10]);
$name = str_repeat('n', 4_000);
for ($i = 0; $i < 400; $i++) {
    Check::true($lock->lock("$name-$i", 0, 600), "lock $i");
}
Check::true($lock->unlockAll(), 'more than three megabytes in one pipeline');
Check::same(0, $server->client()->call('DBSIZE'), 'keys left');
for ($i = 0; $i < 400; $i++) {
    $lock->lock("$name-$i", 0, 600);
}
$server->pause();
$wakes = Worker::run('usleep(300_000); exec("kill -CONT $argv[1]"); say("awake"); hear();', [$server->pid()], extension: false);
Check::true($lock->unlockAll(), 'while the server sleeps for a moment');
$wakes->expect('awake');
Check::same(0, $server->client()->call('DBSIZE'), 'keys left after that');
Check::same(1, $proxy->accepted(), 'connections');
echo 'done';
?>
--EXPECT--
done
