--TEST--
In a Cluster list() has the locks of all masters in one order, with their waiters; unlock and expire with a token go to the right one
--FILE--
<?php
$set = ClusterSet::shared();
[$lock, $other] = [new RedisMutexLock($set->config()), new RedisMutexLock($set->config())];
$hint = Check::unique('all');
$expected = [];
for ($i = 0; $i < 30; $i++) {
    // A tag puts some names into one slot. The waiter of a name with half a tag has no queue.
    $name = $hint . ['', '{tag}', '{'][$i % 3] . $i;
    $token = RedisMutexLock::generateToken();
    Check::true(($i % 2 === 0 ? $lock : $other)->lock($name, 0, $i % 5 === 0 ? null : 600, token: $token), 'lock');
    $expected[$name] = [$token, $i % 2 === 0];
}
ksort($expected, SORT_STRING);
$row = static fn (array $row): array => [$row['owner'], $row['mine']];
$found = $lock->list("$hint*");
Check::same(array_map(strval(...), array_keys($expected)), array_column($found, 'name'), 'names');
Check::same(array_values($expected), array_map($row, $found), 'owners, and what is mine');
Check::same(3, count(array_unique(array_map(fn (string $name): int => $set->nodeOf("lock:$name")->port, array_keys($expected)))), 'masters that have some');
Check::same(7, count($lock->list("$hint*", 7)), 'limit');

$name = $hint . '0';
$queue = new Queue($set->nodeOf("lock:$name"), $name, $set->config());
$waiters = [$queue->waiter(), $queue->waiter()];
Check::same([2], array_column($lock->list($name), 'waiters'), 'waiters');
Check::true($other->unlock($name, $expected[$name][0]), 'unlock with a token hands over');
$waiters[0]->expect('granted', 20);
foreach ($waiters as $waiter) {
    $waiter->kill();
}
foreach (array_diff_key($expected, [$name => 0]) as $held => [$token]) {
    Check::same(false, $other->expire($held, 60, 'x') || $other->unlock($held, 'x'), 'a wrong token');
    Check::true($other->expire($held, 60, $token), 'expire with a token');
    Check::between(40, 60, $other->list(addcslashes($held, '{}'))[0]['remaining'], 'its lifetime');
    Check::true($lock->unlock($held, $token), 'unlock with a token');
}
$lock->forceUnlock($name);
Check::eventually(function () use ($lock, $name, $hint): bool {
    // The queue hands over to a killed waiter once.
    $lock->forceUnlock($name);

    return $lock->list("$hint*") === [];
}, 20, 'nothing is left');
echo 'done';
?>
--EXPECT--
done
