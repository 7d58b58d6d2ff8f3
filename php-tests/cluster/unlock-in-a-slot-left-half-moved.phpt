--TEST--
In a Cluster a lock in a slot that was left half moved is released like any other, and one that is gone is false
--FILE--
<?php
$set = ClusterSet::shared();
foreach ([false, true] as $fencing) {
    foreach (['unlock' => 'unlock', 'unlockAll' => 'unlockAll', 'the end of the object' => null, 'forceUnlock' => 'forceUnlock'] as $what => $method) {
        foreach (['at the source', 'deleted', 'out of reach'] as $where) {
            $case = "$what, fencing " . (int) $fencing . ", lock $where";
            $name = Check::unique(strtr($what, ' ', '-'));
            $lock = new RedisMutexLock($set->config(['fencing' => $fencing]));
            // unlockAll() asks about several names of the slot at once.
            $names = $method === 'unlockAll' ? ["{{$name}}1", "{{$name}}2", "{{$name}}3"] : ["{{$name}}"];
            foreach ($names as $one) {
                Check::true($lock->lock($one, 0, 60), "$case: lock");
            }
            $move = $set->moving("lock:$names[0]");
            $move->begin();
            $where === 'deleted' && $move->source->call('DEL', "lock:$names[0]");
            $where === 'out of reach' && $move->move("lock:$names[0]");
            $move->forget();
            $began = hrtime(true);
            $is = match ($method) {
                null => $lock = null,
                'unlockAll' => $lock->unlockAll(),
                default => $lock->$method($names[0]),
            };
            Check::between(0, 20, (hrtime(true) - $began) / 1e9, "$case: seconds");
            $method !== null && Check::same($where === 'at the source', $is, $case);
            Check::same([], preg_grep('/:fence:/', preg_grep('/' . preg_quote($name, '/') . '/', $move->keys(false)), PREG_GREP_INVERT), "$case: what is left");
            $method === 'unlock' && Check::same(false, $lock->unlock($names[0]), "$case: once more");
            $move->reset($name);
        }
    }
}
echo 'done';
?>
--EXPECT--
done
