--TEST--
After a stall of the server that is longer than it trusts a waiter, all are served in the order in which they came
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'a');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('a', 0, 600), 'held');
$waiters = [];
foreach (range(1, 4) as $ignored) {
    $waiters[] = $queue->waiter(['command_timeout' => 0.3, 'retry_for' => 60], sleep: 100_000);
}
$tokens = $queue->tokens();
$server->pause();
// Longer than the server trusts a waiter.
usleep(2_300_000);
$resumed = microtime(true) * 1e6;
$server->resume();
// A new waiter joins while the others come back.
$late = $queue->waiter();
$queue->reaches(5);
foreach ($tokens as $i => $token) {
    Check::eventually(fn (): bool => $queue->seen($token) > $resumed, 20, "the $i. is seen again");
}
// The server also executes commands of closed connections, and these count as signs of life. So wait for sleeping
// waiters.
$queue->sleep(5);
Check::same($tokens, array_slice($queue->tokens(), 0, 4), 'everybody is back at the old place');
Check::true($holder->unlock('a'), 'released');
foreach ([...$waiters, $late] as $i => $waiter) {
    $waiter->expect('granted');
    Check::same($tokens[$i] ?? $queue->holder(), $queue->holder(), "who is the $i.");
    Check::same(4 - $i, count($queue->tokens()), "who waits behind the $i.");
    $queue->sleep(4 - $i);
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
