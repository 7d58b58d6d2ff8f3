--TEST--
With a server that hangs, the end of a script or object takes about 500 ms for all its locks, and says nothing
--FILE--
<?php
$redis = RedisServer::start();
$slack = 4.0;
// A command may take a minute here: only the half second of the end can end the wait.
// Ten objects with a connection each share that half second.
$worker = Worker::run(<<<'PHP'
    $locks = [];
    foreach (range(1, 10) as $i) {
        $locks[$i] = new RedisMutexLock(['url' => $argv[1], 'command_timeout' => 60, 'name' => "c$i"]);
        Tests\Check::true($locks[$i]->lock("end-$i", 0, 600), 'lock');
        $locks[$i]->lock("other-$i", 0, 600);
    }
    $dies = new RedisMutexLock(['url' => $argv[1], 'command_timeout' => 60, 'name' => 'dies']);
    $dies->lock('dies', 0, 600);
    say('held');
    hear();
    $began = hrtime(true);
    unset($dies);
    say((string) ((hrtime(true) - $began) / 1e9));
    hear();
    PHP, [$redis->url()]);
$worker->expect('held');
$redis->pause();
$worker->tell('unset');
Check::between(0, 0.5 + $slack, (float) $worker->line(30), 'the dying object');
$began = hrtime(true);
$worker->tell('end');
$worker->finish(90);
Check::between(0, 0.5 + $slack, (hrtime(true) - $began) / 1e9, 'the end of the script');
$redis->resume();

echo "done\n";
--EXPECT--
done
