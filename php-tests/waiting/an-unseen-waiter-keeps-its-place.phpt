--TEST--
A waiter that was stopped and passed over gets its old place back, before later waiters
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');
$first = $queue->waiter();
$second = $queue->waiter();
$third = $queue->waiter();
[$one, $two, $three] = $queue->tokens();

$first->signal(SIGSTOP);
$queue->forgets($one);
$queue->sleep(2);
Check::true($holder->unlock($queue->name), 'released');
Check::same($two, $queue->holder(), 'the second was next');
$second->expect('granted');
Check::same([$three], $queue->tokens(), 'the first has left the queue');

$first->signal(SIGCONT);
$queue->reaches(2);
Check::same([$one, $three], $queue->tokens(), 'the first is back where it was');
foreach ([[$second, $first, $one], [$first, $third, $three]] as $i => [$before, $next, $token]) {
    $queue->sleep(2 - $i);
    $before->tell('unlock');
    $before->expect('released');
    $next->expect('granted');
    Check::same($token, $queue->holder(), 'who has it');
}
foreach ([$first, $second, $third] as $worker) {
    $worker->tell('end');
    $worker->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
