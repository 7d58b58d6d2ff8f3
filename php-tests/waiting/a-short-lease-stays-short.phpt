--TEST--
A lock handed over to a wait with a lease of 0.2 s lives for 0.2 s, as a claim and when it is granted
--FILE--
<?php
$server = RedisServer::shared();
$queue = new Queue($server, Check::unique('short'));

// The claim of a waiter that does not take it.
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');
$waiter = $queue->waiter(expire: 0.2);
$waiter->signal(SIGSTOP);
Check::true($holder->unlock($queue->name), 'released');
// -2 on a slow machine: the key is gone already.
Check::between(-2, 200, $left = $queue->left(), 'the claim');
Check::true($left !== -1, 'it has an end');
Check::eventually(fn (): bool => $queue->holder() === null, 10, 'the claim ends');
$waiter->signal(SIGCONT);
$waiter->expect('granted');
$waiter->tell('end');
$waiter->finish();

// The granted lock has the lifetime that was asked for, and no longer.
Check::true($holder->lock($queue->name, 5, 600), 'held again');
$waiter = $queue->waiter(expire: 0.2);
Check::true($holder->unlock($queue->name), 'released again');
$waiter->expect('granted');
Check::between(-2, 200, $left = $queue->left(), 'the lease');
Check::true($left !== -1, 'it has an end');
Check::eventually(fn (): bool => $queue->holder() === null, 10, 'the lease ends');
Check::true($holder->lock($queue->name), 'free for others');
$holder->unlock($queue->name);
$waiter->tell('end');
$waiter->finish();
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
