--TEST--
A lock that another process holds is false here
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('process');
$lock = new RedisMutexLock($server->url());
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    say($lock->lock($argv[2]) ? 'held' : 'refused');
    hear();
    say($lock->unlock($argv[2]) ? 'released' : 'lost');
    hear();
    say($lock->lock($argv[2]) ? 'held' : 'refused');
    PHP, [$server->url(), $name]);

$worker->expect('held');
Check::same(false, $lock->lock($name), 'while the other holds it');
$worker->tell('release');
$worker->expect('released');
Check::same(true, $lock->lock($name), 'after the other released it');
$worker->tell('lock again');
$worker->expect('refused');
$worker->finish();

echo 'done';
?>
--EXPECT--
done
