--TEST--
A waiter that is stopped when its turn comes: resumed in time it has the lock, resumed too late it takes its place again
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');

// The waiter resumes long before the claim is over.
$first = $queue->waiter();
$token = $queue->tokens()[0];
$first->signal(SIGSTOP);
[$claimed, $left] = $queue->release($holder->token($queue->name));
$first->signal(SIGCONT);
Check::same($token, $claimed, 'whose claim it is');
Check::between(1, 1000, $left, 'the claim');
$first->expect('granted');
Check::between(1001, 60_000, $queue->left(), 'its own lease');
$first->tell('unlock');
$first->expect('released');
$first->tell('end');
$first->finish();

// The waiter resumes after the claim is over.
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held again');
$first = $queue->waiter();
$second = $queue->waiter();
$third = $queue->waiter();
[$one, $two, $three] = $queue->tokens();
$queue->sleep(3);
$first->signal(SIGSTOP);
Check::true($holder->unlock($queue->name), 'released again');
$second->expect('granted');
$first->signal(SIGCONT);
$queue->reaches(2);
Check::same([$one, $three], $queue->tokens(), 'the first before the third');
Check::same(false, $first->spoke(), 'and it has nothing');
$queue->sleep(2);
$second->tell('unlock');
$second->expect('released');
$first->expect('granted');
$queue->sleep(1);
$first->tell('unlock');
$first->expect('released');
$third->expect('granted');
foreach ([$first, $second, $third] as $worker) {
    $worker->tell('end');
    $worker->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
