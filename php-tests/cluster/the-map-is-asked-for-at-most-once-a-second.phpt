--TEST--
In a Cluster redirects make a process ask for the map, at most once a second
--FILE--
<?php
$set = ClusterSet::shared();
$client = Check::unique('client');
$watch = new ClusterWatch($set, $client);
$lock = new RedisMutexLock($set->config(['name' => $client]));
$name = Check::unique('back-and-forth');
$from = $set->nodeOf("lock:$name");
$slot = $set->slotOf("lock:$name");
$other = array_values(array_filter($set->masters(), static fn ($node): bool => $node !== $from))[0];
$began = hrtime(true);
Check::true($lock->lock($name) && $lock->unlock($name), 'a pair');
for ($i = 0; $i < 6; $i++) {
    $set->moveSlot($slot, $from, $other);
    [$from, $other] = [$other, $from];
    Check::true($lock->lock($name) && $lock->unlock($name), "a pair after move $i");
}
$seconds = (hrtime(true) - $began) / 1e9;
Check::between(1, 1 + (int) $seconds, $watch->count('CLUSTER SLOTS'), "questions for the map within $seconds s");
usleep(1_100_000);
Check::true($lock->lock($name) && $lock->unlock($name), 'a pair after the last redirect');
usleep(1_100_000);
$count = $watch->count('CLUSTER SLOTS');
Check::true($lock->lock($name) && $lock->unlock($name), 'a pair in peace');
Check::same($count, $watch->count('CLUSTER SLOTS'), 'in peace nobody asks');
echo 'done';
?>
--EXPECT--
done
