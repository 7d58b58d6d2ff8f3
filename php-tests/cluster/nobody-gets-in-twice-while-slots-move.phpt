--TEST--
In a Cluster a slot moves back and forth twenty times under load: no two processes hold one of its locks, no call fails but by Unavailable, and nothing is left
--FILE--
<?php
$set = ClusterSet::start();
$prefix = 'lock:{moving}';
$from = $set->nodeOf($prefix);
[$to] = array_values(array_filter($set->masters(), static fn ($master): bool => $master !== $from));
$slot = $set->slotOf($prefix);
// So many keys that a move takes its time.
$redis = $from->client();
for ($i = 0; $i < 500; $i++) {
    $redis->call('SET', "{moving}-$i", 'x');
}
$rivals = new Rivals($set->config(['lock_prefix' => $prefix, 'command_timeout' => 1]));
$rivals->goOn();
for ($i = 1; $i <= 20; $i++) {
    $set->moveSlot($slot, $from, $to);
    [$from, $to] = [$to, $from];
    $i % 5 === 0 && $rivals->goOn();
}
$history = $rivals->end();
Check::between(6, PHP_INT_MAX, count($history->holds), 'locks that were held');
Check::eventually(static fn (): bool => preg_grep('/:fence:/', $set->keys("$prefix*"), PREG_GREP_INVERT) === [], 10, 'nothing is left');
echo 'done';
?>
--EXPECT--
done
