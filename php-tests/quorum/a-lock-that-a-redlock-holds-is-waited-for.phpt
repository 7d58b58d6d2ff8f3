--TEST--
A lock that a Redlock of another library holds at three, four or five servers is waited for by looks, and taken soon after it is free
--FILE--
<?php
$set = QuorumSet::shared();
foreach ([[0, 1, 2], [1, 2, 3, 4], [0, 1, 2, 3, 4]] as $which) {
    $count = count($which);
    $name = Check::unique('foreign');
    $set->occupy($name, 'theirs', ...$which);
    $lock = new RedisMutexLock($set->config());
    Check::same([false, 'theirs'], [$lock->lock($name), $lock->owner($name)], "$count: held");
    $worker = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock(unserialize($argv[1]));
        say('waits');
        say($lock->lock($argv[2], 60, 600, 20_000) ? 'granted' : 'refused');
        hear();
        PHP, [serialize($set->config()), $name]);
    $worker->expect('waits');
    Check::eventually(static fn (): bool => $set->gate($name) !== null, 20, "$count: it waits");
    Check::same(false, $worker->spoke(), "$count: it still waits");
    foreach ($which as $number) {
        $set->servers()[$number]->client()->call('DEL', "lock:$name");
    }
    $worker->expect('granted', 20);
    $worker->tell('end');
    $worker->finish();
    $set->vanishes("lock:$name*");
}
echo 'done';
?>
--EXPECT--
done
