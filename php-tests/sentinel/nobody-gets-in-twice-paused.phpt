--TEST--
A paused master comes back after its failover: with min_replicas for all replicas no two processes hold one lock, over kept and new connections
--FILE--
<?php
$set = SentinelSet::start();
$rivals = new Rivals($set->config(['min_replicas' => 2]));
$rivals->goOn();
for ($i = 0; $i < 2; $i++) {
    $old = $set->pause();
    $set->promoted($old);
    // It takes itself for the master until a sentinel tells it otherwise.
    $old->resume();
    $set->heal();
    $rivals->goOn();
}
$history = $rivals->end();
Check::between(20, PHP_INT_MAX, count($history->holds), 'locks that were held');
Check::eventually(static fn (): bool => preg_grep('/:fence:/', $set->keys(), PREG_GREP_INVERT) === [], 10, 'nothing is left');
echo 'done';
?>
--EXPECT--
done
