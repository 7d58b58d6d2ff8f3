--TEST--
In a Cluster ten fibers wait for a name whose slot moves: before the end of the move and after it each gets the lock alone
--FILE--
<?php
$set = ClusterSet::shared();
// The queue stays at the source, and the key of the lock is there too or has moved on: the nodes answer ASK and TRYAGAIN.
foreach ([false, true] as $atTarget) {
    $where = $atTarget ? 'lock at target' : 'lock at source';
    $name = Check::unique('moves');
    $loop = new FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $holder = new RedisMutexLock($set->config());
    Check::true($holder->lock($name, 0, 60), "$where: held");
    $inside = $granted = 0;
    for ($i = 0; $i < 10; $i++) {
        $loop->startUntil(function () use ($set, $name, $where, $loop, &$inside, &$granted): void {
            $lock = new RedisMutexLock($set->config(['retry_for' => 60]));
            Check::true($lock->lock($name, 60, 60), "$where: granted");
            Check::same(1, ++$inside, "$where: owners at once");
            $loop->sleep(0.01);
            $inside--;
            Check::true($lock->unlock($name), "$where: released");
            $granted++;
        }, static fn (): bool => $holder->list($name)[0]['waiters'] > $i);
    }
    $ticks = 0;
    $loop->start(function () use ($loop, &$granted, &$ticks): void {
        for (; $granted < 10; $ticks++) {
            $loop->sleep(0.005);
        }
    });
    $move = $set->moving("lock:$name");
    $move->begin();
    $atTarget && $move->move("lock:$name");
    // Each waiter asks at least twice a second, so all of them have asked in vain meanwhile.
    $begin = $ticks;
    $loop->runUntil(static function () use (&$ticks, $begin): bool {
        return $ticks - $begin >= 250;
    });
    Check::same(0, $granted, "$where: granted while it is held");
    Check::true($holder->unlock($name), "$where: the holder releases it");
    $loop->runUntil(static function () use (&$granted): bool {
        return $granted >= 3;
    });
    Check::between(3, 10, $granted, "$where: granted before the end of the move");
    // From here on the source answers MOVED.
    while (!$move->end()) {
        array_map($move->move(...), $move->keys(false));
    }
    $loop->run();
    Check::same(10, $granted, "$where: granted");
    Check::same(false, $holder->isLocked($name), "$where: free");
    Check::eventually(
        static fn (): bool => preg_grep('/:fence:/', $set->keys("lock:$name*"), PREG_GREP_INVERT) === [],
        10,
        "$where: nothing is left",
    );
}
echo "done\n";
?>
--EXPECT--
done
