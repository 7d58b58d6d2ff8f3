--TEST--
The master is killed among waiting processes: with a long retry_for each of them goes on at the new master and gets the lock in its turn
--FILE--
<?php
$set = SentinelSet::start();
// The holder is another program: it hands nothing over, and its key outlives the failover.
$set->master()->client()->call('SET', 'lock:a', 'other', 'PX', 600_000);
$queue = new Queue($set->master(), 'a', $set->config());
$waiters = [];
for ($i = 0; $i < 3; $i++) {
    $waiters[] = $queue->waiter(timeout: null, sleep: 100_000);
}
$old = $set->kill();
$new = $set->promoted($old);
$queue = new Queue($new, 'a', $set->config());
$queue->reaches(3);
$new->client()->call('DEL', 'lock:a');
$granted = [];
while ($waiters !== []) {
    Check::eventually(function () use ($waiters, &$granted): bool {
        $granted = array_filter($waiters, static fn ($waiter): bool => $waiter->spoke());

        return $granted !== [];
    }, 30, 'a waiter gets the lock');
    Check::same(1, count($granted), 'owners at once');
    $number = array_key_first($granted);
    $waiters[$number]->expect('granted');
    $waiters[$number]->tell('unlock');
    $waiters[$number]->expect('released', 30);
    $waiters[$number]->tell('end');
    $waiters[$number]->finish();
    unset($waiters[$number]);
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
