--TEST--
forceUnlock of a claim gives it to the next waiter, and the waiter that lost it keeps its place
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
$queue->sleep(3);
// All waiters are stopped, so none of them looks before forceUnlock.
foreach ([$first, $second, $third] as $worker) {
    $worker->signal(SIGSTOP);
}
Check::true($holder->unlock($queue->name), 'released');
Check::same($one, $queue->holder(), 'claimed');
Check::true($holder->forceUnlock($queue->name), 'by force');
$second->signal(SIGCONT);
$third->signal(SIGCONT);
$second->expect('granted');
$first->signal(SIGCONT);
$queue->reaches(2);
Check::same([$one, $three], $queue->tokens(), 'who waits');
foreach ([[$second, $first], [$first, $third]] as $i => [$before, $next]) {
    $queue->sleep(2 - $i);
    $before->tell('unlock');
    $before->expect('released');
    $next->expect('granted');
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
