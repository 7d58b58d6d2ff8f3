--TEST--
A share without a limit waits behind one whose limit is reached, and passes it neither with nor without a timeout
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('limited');
$queue = new Queue($server, $name);
$holder = new RedisMutexLock($server->url());
Check::true($holder->lockShared($name, 0, 60), 'held');
$ask = '$lock = new RedisMutexLock($argv[1]);
    say($lock->lockShared($argv[2], 60, 60, limit: $argv[3] === "" ? null : (int) $argv[3]) ? "in" : "refused");
    hear();
    $lock->unlock($argv[2]);
    say("out");';
$limited = Worker::run($ask, [$server->url(), $name, '1']);
$queue->reaches(1);
$other = new RedisMutexLock($server->url());
Check::same(false, $other->lockShared($name, 0, 60), 'without a timeout');
$plain = Worker::run($ask, [$server->url(), $name, '']);
$queue->reaches(2);
Check::true($holder->unlock($name), 'released');
$limited->expect('in', 30);
$plain->expect('in', 30);
foreach ([$limited, $plain] as $worker) {
    $worker->tell('go');
    $worker->expect('out', 30);
    $worker->finish();
}
echo "done\n";
?>
--EXPECT--
done
