--TEST--
adopt takes over a detached lock, in another process too, under a new token and lifetime
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('adopt');
$lock = new RedisMutexLock($server->url());

Check::same(true, $lock->lock($name, 0, 600), 'lock');
$token = $lock->detach($name);
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    say($lock->adopt($argv[2], $argv[3], 60) ? 'adopted' : 'refused');
    say($lock->token($argv[2]) ?? 'none');
    say($lock->isLocking($argv[2]) ? 'mine' : 'not mine');
    say((string) $lock->remaining($argv[2]));
    hear();
    say($lock->unlock($argv[2]) ? 'released' : 'lost');
    PHP, [$server->url(), $name, $token]);
$worker->expect('adopted');
$new = $worker->line();
$worker->expect('mine');
Check::between(30, 60 * 0.99 - 0.002, (float) $worker->line(), 'remaining');
Check::same(1, preg_match('/^[0-9a-f]{32}$/', $new), 'the new token');
Check::true($new !== $token, 'it is another one');
Check::same($new, $redis->call('GET', "lock:$name"), 'the value');
// It was 600: the new lifetime is from now, and may be shorter.
Check::between(30_000, 60_000, $redis->call('PTTL', "lock:$name"), 'lifetime');
Check::same(false, $lock->unlock($name), 'unlock by who detached it');

// The token is used up.
Check::same(false, $lock->adopt($name, $token), 'adopt with the old token');
Check::same($new, $redis->call('GET', "lock:$name"), 'the value after that');
$worker->tell('unlock');
$worker->expect('released');
$worker->finish();
Check::same(false, $lock->adopt($name, $new), 'adopt of a released lock');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'it is not made anew');

// Here, in the same object, without a lifetime given: 20 s.
$lock->lock($name, 0, 600);
Check::same(true, $lock->adopt($name, $lock->detach($name)), 'adopt in the same object');
Check::between(10_000, 20_000, $redis->call('PTTL', "lock:$name"), 'lifetime by default');

// An adopted lock is a lock like any other: it is released with its object.
unset($lock);
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'after the object');

echo 'done';
?>
--EXPECT--
done
