--TEST--
A destructor of the script that throws or exits at the end keeps no lock from being released
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$failures = [
    'exception' => ['throw new RuntimeException("from the destructor");', 255],
    'error' => ['undefined_function();', 255],
    'exit' => ['exit(9);', 9],
    'fatal' => ['trigger_error("x", E_USER_ERROR);', 255],
];
foreach ($failures as $what => [$code, $status]) {
    $name = Check::unique('destructor');
    // One lock is a property of the failing object, one is made before it, one after it.
    $worker = Worker::run('
        final class Failing {
            public RedisMutexLock $lock;
            function __destruct() { say("destructor"); ' . $code . ' }
        }
        $first = new RedisMutexLock($argv[1]);
        $first->lock("$argv[2]-first", 0, 600);
        $failing = new Failing();
        $failing->lock = new RedisMutexLock($argv[1]);
        $failing->lock->lock("$argv[2]-inside", 0, 600);
        $last = new RedisMutexLock($argv[1]);
        $last->lock("$argv[2]-last", 0, 600);
        say("held");
        hear();', [$redis->url(), $name]);
    $worker->expect('held');
    Check::same(3, count($client->call('KEYS', "lock:$name*")), "$what: keys before");
    $worker->tell('end');
    $worker->expect('destructor');
    Check::same($status, $worker->wait(), "$what: exit status");
    Check::same([], $client->call('KEYS', "lock:$name*"), "$what: keys after");
}

echo "done\n";
--EXPECT--
done
