--TEST--
While the sentinels still name the demoted master, calls are Unavailable and a wait goes on until a sentinel names the new one
--FILE--
<?php
[$old, $new] = [RedisServer::start(), RedisServer::start()];
$sentinel = FakeSentinel::naming($old);
$config = SentinelSet::asking([$sentinel], ['command_timeout' => 2, 'retry_for' => 60]);
$lock = new RedisMutexLock($config);
Check::true($lock->lock('a') && $lock->unlock('a'), 'lock');
$old->client()->call('REPLICAOF', '127.0.0.1', 1);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
$before = $sentinel->asked();
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(unserialize($argv[1]));
    say($lock->lock('b', null, 60) ? 'granted' : 'refused');
    hear();
    PHP, [serialize($config)]);
Check::eventually(static fn (): bool => $sentinel->asked() >= $before + 3, 20, 'the wait asks again and again');
Check::same(false, $worker->spoke(), 'it waits');
$sentinel->name($new);
$worker->expect('granted', 20);
Check::same([0, 1], [$old->client()->call('EXISTS', 'lock:b'), $new->client()->call('EXISTS', 'lock:b')], 'where the lock is');
$worker->tell('end');
$worker->finish();
Check::same([], $new->client()->call('KEYS', '*'), 'what is left');
echo 'done';
?>
--EXPECT--
done
