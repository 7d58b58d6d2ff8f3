--TEST--
unlock of a lock that ran out is false without an error when the server is away
--FILE--
<?php
$server = RedisServer::start();
$lock = new RedisMutexLock($server->url());

Check::same(true, $lock->lock('over', 10, 0.5), 'lock');
Check::same(true, $lock->lock('over too', 10, 0.5), 'lock');
Check::same(true, $lock->lock('valid', 0, 600), 'lock');
$server->kill();
Check::eventually(static fn (): bool => $lock->held() === ['valid'], 10, 'the end of the two');
Check::same(false, $lock->unlock('over'), 'unlock of one that ran out');
Check::same(false, $lock->isLocking('over too'), 'isLocking of one that ran out');

// A lease that is not over may still be ours: an unknown answer is never false.
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->unlock('valid'));

echo 'done';
?>
--EXPECT--
done
