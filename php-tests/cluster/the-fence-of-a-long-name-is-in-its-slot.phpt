--TEST--
The fencing counter of a long name has a short key in the slot of its lock, and numbers that grow
--FILE--
<?php
$set = ClusterSet::shared();
$lock = new RedisMutexLock($set->config(['fencing' => true]));
foreach (['', '{order}:'] as $begin) {
    $name = str_pad($begin . Check::unique('long'), 4096, 'x');
    $last = 0;
    for ($turn = 0; $turn < 2; $turn++) {
        Check::true($lock->lock($name, 0, 60), "$begin: lock");
        Check::between($last + 1, PHP_INT_MAX, $lock->fence($name), "$begin: fence");
        $last = $lock->fence($name);
        Check::true($lock->unlock($name), "$begin: unlock");
    }
    $counters = array_filter(
        $set->keys('*:fence:*'),
        static fn (string $key): bool => str_starts_with($key, substr("lock:$name", 0, 256)),
    );
    Check::same(1, count($counters), "$begin: one counter");
    Check::between(256, 320, strlen(reset($counters)), "$begin: its length");
}
echo "done\n";
?>
--EXPECT--
done
