--TEST--
With cluster-require-full-coverage no, the names of living nodes work though a master and its replica are dead; the others are Unavailable
--FILE--
<?php
$set = ClusterSet::start(['cluster-require-full-coverage' => 'no']);
[$dead, $one, $two] = $set->masters();
$config = $set->config(['command_timeout' => 2]);
$kept = new RedisMutexLock($config);
$lost = [$set->name('dead', $dead), $set->name('dead', $dead)];
$living = [$set->name('one', $one), $set->name('two', $two)];
Check::true($kept->lock($lost[0]) && $kept->unlock($lost[0]), 'a pair');
$set->replicaOf($dead)->kill();
$dead->kill();
foreach (['kept' => $kept, 'new' => new RedisMutexLock(['name' => 'new'] + $config)] as $what => $lock) {
    foreach ($living as $name) {
        $began = hrtime(true);
        Check::true($lock->lock($name, 0, 60) && $lock->isLocking($name) && $lock->unlock($name), "$what: a pair");
        Check::between(0, 2 * 2 + 2, (hrtime(true) - $began) / 1e9, "$what: seconds");
    }
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($lost[1]))->getMessage();
    Check::true(str_contains($message, "127.0.0.1:$dead->port") || str_contains($message, 'CLUSTERDOWN'), "$what: $message");
}
echo 'done';
?>
--EXPECT--
done
