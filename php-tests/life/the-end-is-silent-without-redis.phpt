--TEST--
When the server is gone at the end of a script or object there is no warning, no exception and no wait
--FILE--
<?php
$redis = RedisServer::start();
$worker = Worker::run(<<<'PHP'
    ini_set('display_errors', 'stderr');
    $lock = new RedisMutexLock($argv[1]);
    $lock->lock('a', 0, 600);
    $dies = new RedisMutexLock($argv[1]);
    $dies->lock('b', 0, 600);
    say('held');
    hear();
    unset($dies);
    say('going on');
    hear();
    PHP, [$redis->url()]);
$worker->expect('held');
$redis->stop();
$worker->tell('unset');
$worker->expect('going on');
$began = hrtime(true);
$worker->tell('end');
// Exit status 0 and nothing on stderr.
Check::same('', $worker->finish(), 'output');
Check::between(0, 4.5, (hrtime(true) - $began) / 1e9, 'the end of the script');

echo "done\n";
--EXPECT--
done
