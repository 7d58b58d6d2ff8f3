--TEST--
detach gives the token away: the lock outlives the object and the request
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('detach');
$lock = new RedisMutexLock($server->url());

Check::same(null, $lock->detach($name), 'detach of a lock that is not held');
Check::same(true, $lock->lock($name, 0, 600), 'lock');
$token = $lock->token($name);
Check::same($token, $lock->detach($name), 'detach');
Check::same(null, $lock->detach($name), 'detach again');
Check::same([null, null, []], [$lock->token($name), $lock->remaining($name), $lock->held()], 'what is known of it');
Check::same(false, $lock->isLocking($name), 'isLocking');
Check::same(false, $lock->expire($name, 5), 'expire');
Check::same(false, $lock->unlock($name), 'unlock');
Check::same(true, $lock->unlockAll(), 'unlockAll');
// A detached lock is held, so this object cannot lock it either.
Check::same(false, $lock->lock($name), 'lock');
unset($lock);
Check::same($token, $redis->call('GET', "lock:$name"), 'after the object');
Check::between(300_000, 600_000, $redis->call('PTTL', "lock:$name"), 'lifetime');

$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    $lock->lock($argv[2], 0, 600);
    $lock->lock("$argv[2]-kept", 0, 600);
    say($lock->detach($argv[2]));
    PHP, [$server->url(), "$name-worker"]);
$token = $worker->line();
$worker->finish();
Check::same($token, $redis->call('GET', "lock:$name-worker"), 'after the process');
Check::same(0, $redis->call('EXISTS', "lock:$name-worker-kept"), 'what was not detached');

echo 'done';
?>
--EXPECT--
done
