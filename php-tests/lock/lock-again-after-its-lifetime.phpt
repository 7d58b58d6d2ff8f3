--TEST--
After the lease has run out, lock tries for the name again, and does not free another holder's lock
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());
$name = Check::unique('again');
$over = static fn (): bool => $lock->remaining($name) === null;

Check::same(true, $lock->lock($name, 10, 0.5), 'lock');
$first = $lock->token($name);
Check::eventually($over, 10, 'the end of the validity');
Check::same(true, $lock->lock($name, 10, 0.5), 'lock anew');
Check::true($first !== $lock->token($name), 'a token of its own');

Check::eventually($over, 10, 'the end of the second');
Check::same(true, $other->lock($name, 10, 60), 'another takes it');
Check::same(false, $lock->lock($name), 'lock while the other holds it');
Check::same($other->token($name), $redis->call('GET', "lock:$name"), 'the value');
Check::same(false, $lock->unlock($name), 'unlock');
Check::same(true, $other->unlock($name), 'unlock of the other');
Check::same(true, $lock->lock($name), 'lock after that');

echo 'done';
?>
--EXPECT--
done
