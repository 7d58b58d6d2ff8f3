--TEST--
In a Cluster twenty fibers ask at once for names of a slot that has moved: each is led to the new master, and the loop goes on
--FILE--
<?php
$set = ClusterSet::shared();
$tag = Check::unique('moved');
$names = array_map(static fn (int $i): string => "{{$tag}}-$i", range(1, 20));
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$locks = array_map(static fn (): RedisMutexLock => new RedisMutexLock($set->config()), $names);
foreach ($locks as $i => $lock) {
    Check::true($lock->lock($names[$i], 0, 600), 'held');
}
$move = $set->moving("lock:$names[0]");
$move->begin();
// Half of the keys have moved already: the source answers ASK for them.
array_map($move->move(...), array_map(static fn (string $name): string => "lock:$name", array_slice($names, 0, 10)));
$ask = static function (string $what) use ($loop, $locks, $names): void {
    $held = 0;
    foreach ($locks as $i => $lock) {
        $loop->start(static function () use ($lock, $names, $i, &$held): void {
            $held += $lock->isLocking($names[$i]) && $lock->expire($names[$i], 500) ? 1 : 0;
        });
    }
    $loop->run();
    Check::same(20, $held, "$what: held and lengthened");
};
$ask('while the slot moves');
while (!$move->end()) {
    array_map($move->move(...), $move->keys(false));
}
$ask('when the slot has moved');
foreach ($locks as $i => $lock) {
    $loop->start(static fn () => Check::true($lock->unlockAll(), "released: $names[$i]"));
}
$loop->run();
Check::same([], $set->keys("lock:{{$tag}}*"), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
