--TEST--
In a Cluster unlock in a slot that moves is true and frees the lock, wherever its keys are, without a waiter
--FILE--
<?php
$set = ClusterSet::shared();
foreach ([false, true] as $fencing) {
    foreach (['unlock' => 'unlock', 'unlockAll' => 'unlockAll', 'the end of the object' => null, 'forceUnlock' => 'forceUnlock'] as $what => $method) {
        foreach ([false, true] as $atTarget) {
            $case = "$what, fencing " . (int) $fencing . ', lock at ' . ($atTarget ? 'target' : 'source');
            $name = Check::unique(strtr($what, ' ', '-'));
            $lock = new RedisMutexLock($set->config(['fencing' => $fencing]));
            Check::true($lock->lock($name, 0, 60), "$case: lock");
            $move = $set->moving("lock:$name");
            $move->begin();
            $atTarget && $move->move("lock:$name");
            $began = hrtime(true);
            match ($method) {
                null => $lock = null,
                'unlockAll' => Check::true($lock->unlockAll(), $case),
                default => Check::true($lock->$method($name), $case),
            };
            Check::between(0, 9, (hrtime(true) - $began) / 1e9, "$case: seconds");
            $keys = preg_grep('/:fence:/', [...$move->keys(false), ...$move->keys(true)], PREG_GREP_INVERT);
            Check::same([], preg_grep('/' . preg_quote($name, '/') . '/', $keys), "$case: what is left");
            $move->reset($name);
        }
    }
}
echo 'done';
?>
--EXPECT--
done
