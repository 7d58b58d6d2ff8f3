--TEST--
In a Cluster a slot moves between lock and release: MOVED, ASK and TRYAGAIN in the late answer are made up for by the next call
--FILE--
<?php
$set = ClusterSet::shared();
// How far the slot has moved when the release is sent.
$states = [
    'has moved' => function (MovingSlot $move): void {
        array_map($move->move(...), $move->keys(false));
        Check::true($move->end(), 'the slot moves');
    },
    'moves, key at the source' => fn () => null,
    'moves, key at the target' => fn (MovingSlot $move, string $name) => $move->move("lock:$name"),
];
$next = [
    'lock' => fn (RedisMutexLock $lock, string $name) => Check::true($lock->lock($name, 0, 60) && $lock->unlock($name), 'lock'),
    'isLocked' => fn (RedisMutexLock $lock, string $name) => Check::same(false, $lock->isLocked($name), 'isLocked'),
    'another object' => fn (RedisMutexLock $lock, string $name) => Check::same(
        false,
        (new RedisMutexLock($GLOBALS['set']->config()))->isLocked($name),
        'another object',
    ),
    'synchronized' => fn (RedisMutexLock $lock, string $name) => Check::same(1, $lock->synchronized($name, fn () => 1, 0, 60), 'synchronized'),
    'nothing' => fn () => null,
];
foreach ($states as $state => $move_on) {
    foreach ($next as $what => $do) {
        foreach (['unlock', 'unlockAll'] as $method) {
            $case = "a slot that $state, $method, then $what";
            $name = Check::unique('slot');
            $lock = new RedisMutexLock($set->config(['await_release' => false]));
            Ahead::warm($lock, $name);
            Check::true($lock->lock($name, 0, 60), "$case: lock");
            $move = $set->moving("lock:$name");
            $move->begin();
            $move_on($move, $name);
            Check::true($method === 'unlock' ? $lock->unlock($name) : $lock->unlockAll(), $case);
            $do($lock, $name);
            unset($lock);
            $keys = $state === 'has moved' ? $set->keys("lock:$name*") : [...$move->keys(false), ...$move->keys(true)];
            $keys = preg_grep('/:fence:/', preg_grep('/' . preg_quote($name, '/') . '/', $keys), PREG_GREP_INVERT);
            Check::same([], array_values($keys), "$case: nothing is left");
            $state === 'has moved' || $move->reset($name);
        }
    }
}

// Names at all masters, some of them behind the next name that is asked for at another node.
$lock = new RedisMutexLock($set->config(['await_release' => false]));
$names = array_map(fn (RedisServer $master): string => $set->name('node', $master), $set->masters());
for ($round = 0; $round < 30; $round++) {
    foreach ($names as $name) {
        Check::true($lock->lock($name, 0, 60), "round $round: lock");
    }
    Check::true($round % 2 === 0 ? $lock->unlockAll() : !in_array(false, array_map($lock->unlock(...), $names), true), "round $round");
    $round % 3 === 0 && Check::same([], $lock->list('*' . $names[0]), "round $round: list");
}
unset($lock);
Check::same([], array_merge(...array_map(fn (string $name): array => $set->keys("lock:$name*"), $names)), 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
