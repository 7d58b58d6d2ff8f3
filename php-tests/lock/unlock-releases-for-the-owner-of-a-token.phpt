--TEST--
unlock() and release() with a token release the lock of that owner, of any process or library; false if the key has another
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('of');
$lock = new RedisMutexLock($server->url());

$tokens = [
    'another library' => 'aB3dE6gH9jK2mN5p', 'one byte' => '0', 'binary' => "\0\xff\r\n{}\"'", 'the longest' => str_repeat("\xf0", 4096),
    'a number' => '17', 'our own shape' => RedisMutexLock::generateToken(),
];
foreach (['unlock', 'release'] as $method) {
    foreach ($tokens as $what => $token) {
        $case = "$method, $what";
        Check::same(false, $lock->$method($name, $token), "$case: nobody holds it");
        $redis->call('SET', "lock:$name", $token, 'PX', 60_000);
        Check::same([], Stats::moved(fn () => Check::same(false, $lock->$method($name, "{$token[0]}x"), "$case: another token")), "$case: counted");
        Check::same($token, $redis->call('GET', "lock:$name"), "$case: a wrong token changes nothing");
        Check::same(['released' => 1], Stats::moved(fn () => Check::true($lock->$method($name, $token), $case)), "$case: counted");
        Check::same(0, $redis->call('EXISTS', "lock:$name"), "$case: the key");
    }
    // Something that is no string is nobody's.
    $redis->call('HSET', "lock:$name", 'a', 'b');
    Check::same(false, $lock->$method($name, 'a'), "$method: a hash");
    Check::same(1, $redis->call('DEL', "lock:$name"), "$method: the hash stays");
}

foreach (['20', 'null'] as $expire) {
    $worker = Worker::run('$lock = new RedisMutexLock($argv[1]);
        $token = RedisMutexLock::generateToken();
        Tests\Check::true($lock->lock($argv[2], 0, ' . $expire . ', token: $token), "lock");
        say($token);
        hear();
        Tests\Check::same(false, $lock->isLocking($argv[2]), "what the holder says");
        Tests\Check::same(false, $lock->unlock($argv[2]), "unlock");', [$server->url(), $name]);
    $token = $worker->line();
    Check::same([], $lock->held(), 'this object holds nothing');
    Check::true($lock->unlock($name, $token), "the lock of another process, expire $expire");
    Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');
    $worker->tell('go on');
    $worker->finish();
}
echo "done\n";
?>
--EXPECT--
done
