--TEST--
In a Cluster a slot moves with a waiter: a release that is not awaited hands the lock over, with the next command or end of its process at the latest
--FILE--
<?php
$set = ClusterSet::shared();
// The slot has moved, or its keys have. So the release is answered with MOVED or with ASK.
foreach ([true, false] as $ends) {
    $next = [
        'the end of the object' => function (?RedisMutexLock &$lock): void {
            $lock = null;
        },
        'a look at the name' => fn (RedisMutexLock &$lock, string $name) => Check::true($lock->isLocked($name), 'it is the waiter\'s'),
        'lock' => fn (RedisMutexLock &$lock, string $name) => Check::same(false, $lock->lock($name), 'it is the waiter\'s'),
    ];
    foreach ($next as $what => $do) {
        $case = ($ends ? 'MOVED' : 'ASK') . ", then $what";
        $name = Check::unique('queue');
        $lock = new RedisMutexLock($set->config(['await_release' => false]));
        Ahead::warm($lock, $name);
        Check::true($lock->lock($name, 0, 600), "$case: lock");
        $queue = new Queue($set->nodeOf("lock:$name"), $name, $set->config());
        $waiter = $queue->waiter();
        $move = $set->moving("lock:$name");
        $move->begin();
        array_map($move->move(...), $move->keys(false));
        $ends && Check::true($move->end(), "$case: the slot moves");
        Check::true($lock->unlock($name), "$case: unlock");
        $do($lock, $name);
        if (!$ends) {
            array_map($move->move(...), $move->keys(false));
            Check::eventually(function () use ($move): bool {
                array_map($move->move(...), $move->keys(false));

                return $move->end();
            }, 30, "$case: the slot has moved");
        }
        $waiter->expect('granted', 30);
        $waiter->tell('unlock');
        $waiter->expect('released', 30);
        $waiter->tell('end');
        $waiter->finish();
        unset($lock);
        Check::same([], preg_grep('/:fence:/', $set->keys("lock:$name*"), PREG_GREP_INVERT), "$case: nothing is left");
    }
}
echo "done\n";
?>
--EXPECT--
done
