--TEST--
A lock that another library takes by SET NX and a share of ours exclude each other: held, waiting, and released when it is too late
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$release = 'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end';
$extend = 'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("pexpire", KEYS[1], ARGV[2]) else return 0 end';
// How each library asks for its lock: the words behind the key and the token.
$libraries = [
    'Laravel' => ['EX', 60, 'NX'], 'php-lock' => ['NX', 'PX', 60_000], 'redis-py' => ['NX', 'PX', 60_000], 'an article' => ['NX'],
];
foreach ($libraries as $library => $words) {
    $name = str_replace(' ', '-', $library);
    $key = "lock:$name";
    $take = static fn (string $token): bool => $redis->call('SET', $key, $token, ...$words) === 'OK';
    $lock = new RedisMutexLock($server->url());

    Check::true($lock->lockShared($name, 0, 60, limit: 3), "$library: our share");
    $before = $redis->call('DUMP', $key);
    Check::same(false, $take('theirs'), "$library: beside our share");
    // A holder that comes back after its lease sends these. The share may not notice them.
    foreach ([[$release, 1, $key, 'theirs'], [$extend, 1, $key, 'theirs', 1]] as $late) {
        Check::throws(RedisError::class, static fn () => $redis->call('EVAL', ...$late), 'WRONGTYPE');
    }
    Check::same($before, $redis->call('DUMP', $key), "$library: the share is as before");
    Check::true($lock->isLocking($name) && $lock->unlock($name), "$library: our share is released");

    Check::true($take('theirs'), "$library: theirs");
    Check::same([false, false], [$lock->lockShared($name), $lock->lockShared($name, limit: 100)], "$library: beside theirs");
    Check::same([false, 'theirs'], [$lock->unlock($name), $redis->call('GET', $key)], "$library: theirs is not harmed");
    // Their release wakes nobody, so a share that waits has to look.
    $worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
        say($lock->lockShared($argv[2], 60, 60) && $lock->unlock($argv[2]) ? "in and out" : "refused");', [$server->url(), $name]);
    (new Queue($server, $name))->reaches(1);
    Check::same(false, $worker->spoke(), "$library: granted too early");
    Check::same(1, $redis->call('EVAL', $release, 1, $key, 'theirs'), "$library: their release");
    $worker->expect('in and out', 30);
    $worker->finish();
    Check::same(0, $redis->call('EXISTS', $key), "$library: the key is gone");
}
echo "done\n";
?>
--EXPECT--
done
