--TEST--
A token that had a lock before, and is handed it over after a wait, gets a new fencing token
--FILE--
<?php
$server = RedisServer::shared();
$name = Check::unique('again');
$holder = new RedisMutexLock($server->url());
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(['url' => $argv[1], 'fencing' => true]);
    $token = RedisMutexLock::generateToken();
    Tests\Check::true($lock->lock($argv[2], 0, 60, token: $token), 'first');
    $first = $lock->fence($argv[2]);
    Tests\Check::true($lock->unlock($argv[2]), 'unlock');
    say('free');
    hear();
    // It looks every hour, so only the hand-over gives it the lock.
    Tests\Check::true($lock->lock($argv[2], 60, 60, 3_600_000_000, $token), 'handed over');
    say($lock->fence($argv[2]) > $first ? 'higher' : 'as before');
    PHP, [$server->url(), $name]);
$worker->expect('free');
// Without fencing the counter still has the worker's token.
Check::true($holder->lock($name, 0, 60), 'another holds it');
$worker->tell('wait');
Check::eventually(
    fn () => $server->client()->call('ZCARD', "lock:$name:queue:{lock:$name}") > 0,
    20,
    'it stands in the queue',
);
Check::true($holder->unlock($name), 'unlock');
$worker->expect('higher', 20);
$worker->finish();
echo "done\n";
?>
--EXPECT--
done
