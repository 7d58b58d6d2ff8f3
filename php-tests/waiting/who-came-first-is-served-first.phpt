--TEST--
Eight processes get the lock in the order of their arrival
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');
$waiters = [];
foreach (range(1, 8) as $ignored) {
    $waiters[] = $queue->waiter();
}
Check::same(8, count($tokens = $queue->tokens()), 'all wait');
// Each waiter looks at the lock once more.
foreach (array_map($queue->seen(...), $tokens) as $i => $seen) {
    Check::eventually(fn (): bool => $queue->seen($tokens[$i]) > $seen, 5, "the $i. in line looks");
}
$queue->sleep(8);
Check::true($holder->unlock($queue->name), 'released');
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted');
    Check::same($tokens[$i], $queue->holder(), "the $i. in line has it");
    Check::same(array_slice($tokens, $i + 1), $queue->tokens(), "who waits after the $i.");
    $queue->sleep(7 - $i);
    $waiter->tell('unlock');
    $waiter->expect('released');
}
foreach ($waiters as $waiter) {
    $waiter->tell('end');
    $waiter->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
