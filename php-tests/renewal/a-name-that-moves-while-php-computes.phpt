--TEST--
A server fails and its name moves to another one while PHP only computes: the lock is renewed there and not lost
--FILE--
<?php
$lock = new NamedLock();
// The first renewal connects to the address that the PHP thread has found.
$lock->isRenewed(1, 'before');
Check::same(1, $lock->names->lookups(), 'lookups: those of the PHP thread');
$lock->move();
$lock->server->kill();
// More than two leases.
$lock->isRenewed(7, 'after');
$redis = $lock->other->client();
Check::same($lock->token, $redis->call('GET', 'lock:a'), 'whose it is');
Check::true($lock->names->lookups() > 1, 'the name was looked up again');
$lock->finish();
Check::same(0, $redis->call('EXISTS', 'lock:a'), 'released at the other server');
echo 'done';
?>
--EXPECT--
done
