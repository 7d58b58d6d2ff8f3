--TEST--
In a Cluster list() has the locks of a slot that moves, each once, at the source and at the target
--FILE--
<?php
$set = ClusterSet::shared();
$hint = Check::unique('moves');
[$lock, $other] = [new RedisMutexLock($set->config()), new RedisMutexLock($set->config())];
$expected = [];
for ($i = 0; $i < 9; $i++) {
    $name = "{{$hint}}$i";
    Check::true($lock->lock($name, 0, 600), 'lock');
    $expected[$name] = $lock->token($name);
}
$found = static fn (): array => array_column($lock->list("{{$hint}}*"), 'owner', 'name');
Check::same($expected, $found(), 'before');
$move = $set->moving('lock:' . array_key_first($expected));
$move->begin();
Check::same($expected, $found(), 'all at the source');
foreach (array_slice(array_keys($expected), 0, 5) as $name) {
    $move->move("lock:$name");
}
Check::same($expected, $found(), 'at both');
foreach (array_keys($expected) as $i => $name) {
    Check::same(false, $other->expire($name, 60, 'x') || $other->unlock($name, 'x'), 'with a wrong token');
    Check::true($i < 4 ? $other->expire($name, 60, $expected[$name]) : $other->unlock($name, $expected[$name]), 'with its token');
}
$expected = array_slice($expected, 0, 4);
Check::same($expected, $found(), 'after some releases');
array_map($move->move(...), $move->keys(false));
Check::same($expected, $found(), 'all at the target');
Check::true($move->end(), 'the move ends');
Check::same($expected, $found(), 'after the move');
Check::same(false, $lock->unlockAll(), 'some were released already');
Check::same([], $found(), 'nothing is left');
echo 'done';
?>
--EXPECT--
done
