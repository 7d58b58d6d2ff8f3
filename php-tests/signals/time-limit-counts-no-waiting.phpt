--TEST--
A wait is no CPU time: set_time_limit and max_execution_time of 1 s do not cut a wait of 2.5 s
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('limit');
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'somebody holds it');
$code = <<<'PHP'
    $argv[3] === 'call' && set_time_limit(1);
    $lock = new RedisMutexLock($argv[1]);
    $began = hrtime(true);
    $got = $lock->lock($argv[2], 2.5, 60);
    $took = (hrtime(true) - $began) / 1e9;
    Tests\Check::same(false, $got, 'lock');
    Tests\Check::between(2.5, 7.5, $took, 'the wait');
    Tests\Check::true($lock->lock("$argv[2]-$argv[3]", 0, 60), 'and the script goes on');
    say('waited');
    PHP;
$workers = [
    Worker::run($code, [$redis->url(), $name, 'call']),
    Worker::run($code, [$redis->url(), $name, 'setting'], ini: ['max_execution_time' => 1]),
];
foreach ($workers as $worker) {
    $worker->expect('waited', 20);
    $worker->finish();
}

echo "done\n";
--EXPECT--
done
