--TEST--
A master becomes a replica and its name moves to the new master while PHP only computes: the lock is renewed there
--FILE--
<?php
$lock = new NamedLock();
$lock->isRenewed(1, 'before');
// First the old master refuses, and the name still leads to it.
$old = $lock->server->client();
$old->call('REPLICAOF', '127.0.0.1', 1);
Check::eventually(fn (): bool => $lock->state()[3] > 0, 5, 'a renewal is refused');
$lock->move();
$lock->isRenewed(7, 'after');
Check::same('slave', $old->call('ROLE')[0], 'the old master is still there');
Check::same($lock->token, $lock->other->client()->call('GET', 'lock:a'), 'whose it is');
$lock->finish();
echo 'done';
?>
--EXPECT--
done
