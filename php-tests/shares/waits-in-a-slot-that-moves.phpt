--TEST--
In a slot that moves, and in one that has moved meanwhile, who waits for a share gets it beside the others, and never beside a lock
--FILE--
<?php
$set = ClusterSet::shared();
$config = $set->config(['retry_for' => 60]);
$wait = static fn (string $name, string $call): Worker => Worker::run('[, $config, $name] = $argv;
    $lock = new RedisMutexLock(unserialize($config));
    say(($lock->' . $call . ') ? "granted" : "refused");
    while (($word = hear()) !== "end") {
        say($word === "held" ? json_encode($lock->isLocking($name)) : ($lock->unlock($name) ? "released" : "lost"));
    }', [serialize($config), $name]);
$end = static function (Worker ...$workers): void {
    foreach ($workers as $worker) {
        $worker->tell('held');
        $worker->expect('true', 20);
        $worker->tell('unlock');
        $worker->expect('released', 20);
        $worker->tell('end');
        $worker->finish(20);
    }
};
// The waits begin while the slot moves, with the key at either node. There is no queue then.
foreach ([false, true] as $atTarget) {
    $where = $atTarget ? 'the key at the target' : 'the key at the source';
    foreach (['a lock', 'a share'] as $holds) {
        $case = "$holds, $where";
        $name = Check::unique('wait');
        $holder = new RedisMutexLock($config);
        Check::true($holds === 'a lock' ? $holder->lock($name, 0, 600) : $holder->lockShared($name, 0, 600), "$case: held");
        $move = $set->moving("lock:$name");
        $move->begin();
        $atTarget && $move->move("lock:$name");
        $beside = new RedisMutexLock($config);
        Check::same($holds === 'a share', $beside->lockShared($name, 0, 600), "$case: one beside it");
        // Beside the shares there is no place for a lock, nor for a share with a limit of one.
        $calls = $holds === 'a lock' ? ['lockShared($name, 60, 60)', 'lockShared($name, 60, 60, limit: 2)']
            : ['lockShared($name, 60, 60, limit: 1)', 'lock($name, 60, 60)'];
        $waiters = array_map(static fn (string $call): Worker => $wait($name, $call), $calls);
        // They ask in vain for longer than a slice.
        usleep(1_200_000);
        foreach ($waiters as $waiter) {
            Check::same(false, $waiter->spoke(), "$case: it waits");
        }
        Check::true($holder->unlock($name), "$case: released");
        if ($holds === 'a share') {
            usleep(300_000);
            Check::same([false, false], [$waiters[0]->spoke(), $waiters[1]->spoke()], "$case: the other share keeps both out");
            Check::true($beside->unlock($name), "$case: the other share is released");
            // One after the other, in any order, because nobody hands over.
            $left = $waiters;
            while ($left !== []) {
                Check::eventually(static function () use ($left, &$first): bool {
                    $spoke = array_filter($left, static fn (Worker $waiter): bool => $waiter->spoke());
                    $first = array_key_first($spoke);

                    return count($spoke) === 1;
                }, 20, "$case: one of them");
                $left[$first]->expect('granted');
                $end($left[$first]);
                unset($left[$first]);
            }
        } else {
            array_map(static fn (Worker $waiter) => $waiter->expect('granted', 20), $waiters);
            $end(...$waiters);
        }
        Check::true($move->end() || array_map($move->move(...), $move->keys(false)) && $move->end(), "$case: the move ends");
        Check::same(0, $set->nodeOf("lock:$name")->client()->call('EXISTS', "lock:$name"), "$case: nothing is left");
    }
}
// The slot moves while they sleep in the queue, which moves too. Behind a lock come two shares, a lock, and a share.
$name = Check::unique('moved');
$holder = new RedisMutexLock($config);
Check::true($holder->lock($name, 0, 600), 'a lock');
$old = new Queue($set->nodeOf("lock:$name"), $name, $config);
$waiters = [];
foreach (['lockShared($name, 60, 60)', 'lockShared($name, 60, 60, limit: 2)', 'lock($name, 60, 60)', 'lockShared($name, 60, 60)'] as $i => $call) {
    $waiters[] = $wait($name, $call);
    $old->reaches($i + 1);
}
$tokens = $old->tokens();
$move = $set->moving("lock:$name");
$move->begin();
do {
    array_map($move->move(...), $move->keys(false));
} while (!$move->end());
$queue = new Queue($set->nodeOf("lock:$name"), $name, $config);
foreach ($tokens as $token) {
    $seen = $queue->seen($token);
    Check::eventually(static fn (): bool => $queue->seen($token) > $seen, 20, 'a waiter is seen by the new node');
}
Check::same($tokens, $queue->tokens(), 'the order');
Check::true($holder->unlock($name), 'released');
$waiters[0]->expect('granted', 20);
$waiters[1]->expect('granted', 20);
Check::same([false, false], [$waiters[2]->spoke(), $waiters[3]->spoke()], 'the lock and the share behind it wait');
$end($waiters[0], $waiters[1]);
$waiters[2]->expect('granted', 20);
Check::same(false, $waiters[3]->spoke(), 'the lock is alone');
$end($waiters[2]);
$waiters[3]->expect('granted', 20);
$end($waiters[3]);
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
