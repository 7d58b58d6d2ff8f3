--TEST--
Eight processes get the lock in the order in which they came
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Queue;
use Tests\RedisServer;

$server = RedisServer::shared();
$queue = new Queue($server, Check::unique('order'));
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');
$waiters = [];
foreach (range(1, 8) as $ignored) {
    // Each has looked at the lock a few times when the last one comes.
    $waiters[] = $queue->waiter(sleep: 20_000);
}
Check::same(8, count($tokens = $queue->tokens()), 'all wait');
Check::true($holder->unlock($queue->name), 'released');
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted');
    Check::same($tokens[$i], $queue->holder(), "the $i. in line has it");
    Check::same(array_slice($tokens, $i + 1), $queue->tokens(), "who waits after the $i.");
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
