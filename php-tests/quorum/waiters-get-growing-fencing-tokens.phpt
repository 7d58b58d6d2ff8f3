--TEST--
Over five servers fencing tokens grow through hand-overs, although the servers count differently
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('fenced');
$lock = new RedisMutexLock($set->config(['fencing' => true]));
Check::true($lock->lock($name, 0, 600), 'lock');
$set->agree($name, $lock->token($name));
$fences = [$lock->fence($name)];
$queue = $set->queue($name, ['fencing' => true]);
foreach ($set->servers() as $number => $server) {
    $server->client()->call('HSET', "lock:$name:fence:{lock:$name}", 'fence', $fences[0] + 1_000_000_000 * $number);
}
$waiters = [];
for ($i = 0; $i < 5; $i++) {
    $waiters[] = $queue->waiter();
}
Check::true($lock->unlock($name), 'unlock');
foreach ($waiters as $waiter) {
    $waiter->expect('granted', 20);
    $waiter->tell('fence');
    $fences[] = (int) $waiter->line();
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
Check::true($lock->lock($name, 0, 600), 'lock');
$fences[] = $lock->fence($name);
Check::true($lock->unlock($name), 'unlock');
$sorted = array_unique($fences);
sort($sorted);
Check::same($sorted, $fences, 'they grow');
$set->vanishes("lock:$name*");
echo 'done';
?>
--EXPECT--
done
