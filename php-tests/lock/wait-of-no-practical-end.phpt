--TEST--
A finite timeout beyond all clocks waits, and does not overflow
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();

foreach (['1e9', '1e18', '1e300', '9223372036854775807', (string) PHP_FLOAT_MAX] as $timeout) {
    $name = Check::unique('huge');
    $waiter = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock($argv[1]);
        $lock->isLocked($argv[2]);
        say('ready');
        hear();
        say($lock->lock($argv[2], $argv[3] + 0, 20, 10000) ? 'granted' : 'refused');
        PHP, [$server->url(), $name, $timeout]);
    $waiter->expect('ready');
    // The holder ends by itself: the waiter must still wait then.
    $redis->call('SET', "lock:$name", 'somebody', 'PX', 150);
    $waiter->tell('lock');
    $waiter->expect('granted');
    $waiter->finish();
}

echo 'done';
?>
--EXPECT--
done
