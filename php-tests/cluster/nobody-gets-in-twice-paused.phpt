--TEST--
In a Cluster a paused master comes back: with min_replicas no two processes hold one lock, over kept and new connections
--FILE--
<?php
$set = ClusterSet::start();
$prefix = 'lock:{rivals}';
$rivals = new Rivals($set->config(['min_replicas' => 1, 'lock_prefix' => $prefix, 'command_timeout' => 1]));
$rivals->goOn();
for ($i = 0; $i < 2; $i++) {
    $master = $set->nodeOf($prefix);
    $set->pause($master);
    $set->promoted($master);
    $set->heal();
    $rivals->goOn();
}
$history = $rivals->end();
Check::between(6, PHP_INT_MAX, count($history->holds), 'locks that were held');
Check::eventually(static fn (): bool => preg_grep('/:fence:/', $set->keys("$prefix*"), PREG_GREP_INVERT) === [], 10, 'nothing is left');
echo 'done';
?>
--EXPECT--
done
