--TEST--
Pairs of five servers are paused in turn: no two processes hold one lock, over kept and new connections, and nothing is left
--FILE--
<?php
$set = QuorumSet::start();
$rivals = new Rivals($set->config(['command_timeout' => 2]));
$rivals->goOn();
foreach ([[0, 1], [2, 3], [4, 0]] as $pair) {
    $set->pause(...$pair);
    $rivals->goOn();
    $set->heal();
    $rivals->goOn();
}
$history = $rivals->end();
// Both kinds of processes got a lock in each of seven spans.
Check::between(14, PHP_INT_MAX, count($history->holds), 'locks that were held');
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
