--TEST--
Behind Sentinel each new owner has a greater fencing token, and the replicas have the counter
--FILE--
<?php
$set = SentinelSet::shared();
$name = Check::unique('fenced');
$last = 0;
for ($i = 0; $i < 5; $i++) {
    $lock = new RedisMutexLock($set->config(['fencing' => true]));
    Check::true($lock->lock($name, 0, 60), 'lock');
    Check::true($lock->fence($name) > $last, 'the fence is greater');
    $last = $lock->fence($name);
    Check::true($lock->unlock($name), 'unlock');
}
foreach ($set->replicas() as $replica) {
    $fence = static fn () => $replica->client()->call('HGET', "lock:$name:fence:{lock:$name}", 'fence');
    Check::eventually(static fn (): bool => $fence() === (string) $last, 20, 'the replica has it');
}
echo 'done';
?>
--EXPECT--
done
