--TEST--
With the transaction outside, a second click before the commit charges the customer again; with the lock outside it does not
--FILE--
<?php
$redis = RedisServer::start();
$shop = new Shop($redis);
$process = static fn (string $form): Worker => $shop->process($form, "say('charged');", gate: true);

// Wrong: the lock is free, and the commit is still to come.
[$first, $second] = [$process('$wrong($order)'), $process('$wrong($order)')];
$first->tell('1');
$first->expect('charged');
$first->expect('committing');
$second->tell('1');
$second->expect('charged');
$first->tell('go');
$first->expect('paid now');
// A newer MariaDB refuses the second UPDATE by default, when the customer is charged already.
$answer = $second->line();
if ($answer === 'committing') {
    $second->tell('go');
    $answer = $second->line();
}
Check::true(in_array($answer, ['paid now', 'PDOException'], true), "the answer $answer");
Check::same(2, $shop->charges(1), 'charges with the transaction outside');

// Right: the lock stays until the commit is done.
[$first, $second] = [$process('pay($lock, $db, $order)'), $process('pay($lock, $db, $order)')];
$first->tell('2');
$first->expect('charged');
$first->expect('committing');
$second->tell('2');
$locks = new RedisMutexLock($redis->url());
// On a busy machine its 2 s may be over before this process looks.
$waits = static fn (): bool => ($locks->list('pay:2')[0]['waiters'] ?? 0) === 1 || $second->spoke();
Check::eventually($waits, 30, 'the second click waits for the lock');
$first->tell('go');
$first->expect('paid now');
$answer = $second->line();
if ($answer === 'committing') {
    $second->tell('go');
    $answer = $second->line();
}
Check::true(in_array($answer, ['paid before', 'being paid'], true), "the answer $answer");
Check::same(1, $shop->charges(2), 'charges with the lock outside');
echo "done\n";
?>
--EXPECT--
done
