--TEST--
A process that ends while there is no master, or no sentinel, ends soon; its locks are left to their lease
--FILE--
<?php
$master = RedisServer::start();
$sentinel = FakeSentinel::naming($master);
foreach ([
    'the master hangs' => [$master->pause(...), $master->resume(...)],
    'master and sentinel hang' => [
        fn () => [$master->pause(), $sentinel->proxy->pause()],
        fn () => [$master->resume(), $sentinel->proxy->resume()],
    ],
    'the master is killed' => [$master->kill(...), $master->restart(...)],
] as $what => [$break, $mend]) {
    $worker = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock(unserialize($argv[1]));
        foreach ([60, null, 60] as $i => $expire) {
            Tests\Check::true($lock->lock("a$i", 10, $expire), 'lock');
        }
        say('locked');
        hear();
        PHP, [serialize(SentinelSet::asking([$sentinel], ['lease' => 5]))]);
    $worker->expect('locked', 30);
    $break();
    $began = hrtime(true);
    $worker->tell('end');
    $worker->finish();
    // Half a second for the locks, and the rest for a busy machine.
    Check::between(0, 3, (hrtime(true) - $began) / 1e9, "$what: seconds");
    $mend();
    $master->client()->call('FLUSHALL');
}
echo 'done';
?>
--EXPECT--
done
